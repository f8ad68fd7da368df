import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RenewalStep } from '@/lib/billing/context';
import { sandboxCharger } from '@/lib/billing/providers/sandbox/charger';
import { chargeDue } from '@/lib/billing/renewals/charge';
import { tickDue } from '@/lib/billing/renewals/tick';
import { fixedClock, systemClock } from '@/lib/clock';
import type { Steps } from '@/scripts/crash/steps';
import { testContext } from '../support/billing';
import { bundle } from '../support/bundle';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/locks';
import { createNaiveLoop } from '../support/naive-cron';
import { type PaymentServer, startPaymentServer } from '../support/payments-api';
import { runBundle } from '../support/processes';
import { newRenewing, type Renewing } from '../support/renewing';
import { providerEnvironment } from '../support/server';
import { count, expectInvariants, one } from '../support/state';

const rounds = Number(process.env.CRASH_ROUNDS ?? 3);
const day = 86_400_000;
const pass = { isTimeLeft: () => true, limit: 100 };

let database: TestDatabase;
let server: PaymentServer;
beforeAll(async () => {
  database = await createTestDatabase();
  server = await startPaymentServer(() => systemClock.now());
});
afterAll(async () => {
  await server.close();
  await database.drop();
});
afterEach(() => expectInvariants(database.db));

/** A subscription that began a month ago, so that its second cycle is due now. */
async function begunAMonthAgo(): Promise<Renewing & { subscriptionId: string }> {
  const start = new Date(systemClock.now().getTime() - 32 * day);
  const renewing = await newRenewing(database.db, start.toISOString());
  const { id: subscriptionId } = await renewing.begin();
  return { ...renewing, subscriptionId };
}

/** Works on what is due in a process of its own, as a worker does, until it ends or is killed and Postgres has noticed. */
async function worker(steps?: Steps) {
  const name = `worker-${randomUUID()}`;
  const { ended } = runBundle(await bundle('scripts/crash/renewals.ts'), [], {
    env: {
      ...providerEnvironment(),
      ...{ NODE_ENV: 'test', DATABASE_URL: database.url, PORT: new URL(server.origin).port },
      ...{ PGAPPNAME: name, ...(steps ? { STEPS: JSON.stringify(steps) } : {}) },
    },
  });
  const how = await ended;
  const connections = sql`select count(*) from pg_stat_activity where application_name = ${name}`;
  await until(async () => (await count(database.db, connections)) === 0);
  return how;
}

/** Another worker, once the lease of the dead one has ended. */
async function survivor(): Promise<void> {
  const clock = fixedClock(new Date(systemClock.now().getTime() + 5 * 60_000));
  const address = { appUrl: server.origin, apiKey: 'secret', apiUrl: `${server.origin}/sandbox/api` };
  const charger = sandboxCharger({ ...address, now: () => clock.now() });
  const context = { ...testContext(database.db, { clock }), chargers: { sandbox: charger } };
  await tickDue(context, pass);
  while ((await chargeDue(context, pass)) > 0);
}

const standingOf = ({ subscriptionId }: { subscriptionId: string }) =>
  one(
    database.db,
    sql`select s.status,
        (select count(*)::int from charge_operations o where o.subscription_id = s.id) as operations,
        (select count(*)::int from charge_operations o where o.subscription_id = s.id and state = 'succeeded') as paid,
        (select count(*)::int from subscription_billing_periods p where p.subscription_id = s.id) as periods,
        (select count(*)::int from credit_grants g where g.team_id = s.team_id) as lots,
        (select count(*)::int from subscription_outbox m where m.subscription_id = s.id) as messages,
        (select next_cycle_no from renewal_clocks c where c.subscription_id = s.id) as next_cycle
      from subscriptions s where s.id = ${subscriptionId}`,
  );
const renewedOnce = { status: 'active', operations: 2, paid: 2, periods: 2, lots: 2, messages: 2, next_cycle: 2 };

const steps: RenewalStep[] = [
  ...(['tick_locked', 'tick_registered', 'tick_moved', 'tick_committed'] as const),
  ...(['charge_leased', 'charge_answered', 'charge_recorded', 'charge_settled', 'charge_committed'] as const),
];

describe('a worker that is killed in the middle of a renewal', () => {
  it.each(steps)('at step "%s" neither charges a cycle twice nor loses it', async (step) => {
    for (let round = 0; round < rounds; round += 1) {
      const renewing = await begunAMonthAgo();
      expect(await worker({ killAt: { step, nth: 1 } })).toBe('SIGKILL');
      await survivor();
      const operationId = `charge:${renewing.subscriptionId}:1`;
      const sent = server.ledger.deliveries.filter((delivery) => delivery.operationId === operationId);
      expect(new Set(sent.map(({ key }) => key))).toEqual(new Set([`${operationId}:t1`]));
      expect(server.ledger.commits(operationId)).toHaveLength(1);
      expect(await standingOf(renewing)).toEqual(renewedOnce);
    }
  });
});

describe('the loop that renewals are often begun with', () => {
  it('charges a cycle twice, or loses it, for a crash that leaves ours with one charge', async () => {
    const charged: number[] = [];
    const naive = await createNaiveLoop(database.db, (cycle) => charged.push(cycle));
    await naive.run({ diesBehindCharge: true });
    await naive.run({ diesBehindCharge: false });
    expect(charged).toEqual([1, 1]);
    await database.db.execute(sql`update naive_subscriptions set due = true`);
    await naive.runMarkingFirst({ diesBehindMark: true });
    await naive.runMarkingFirst({ diesBehindMark: false });
    expect(charged).toEqual([1, 1]);
  });
});
