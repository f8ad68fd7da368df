import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '@/lib/billing/context';
import { fixedClock } from '@/lib/clock';
import { send } from '../support/billing';
import { bursts } from '../support/bursts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Life, newLife } from '../support/life';
import { post, type ServerProcess, startServer } from '../support/server';
import { expectInvariants, one } from '../support/state';

const rounds = Math.ceil(Number(process.env.CRASH_ROUNDS ?? 3) / 3);
const beforeCommit: Step[] = ['verified', 'recorded', 'worked', 'settled'];

let database: TestDatabase;
let survivor: ServerProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  survivor = await startServer({ databaseUrl: database.url, steps: {} });
});
afterAll(async () => {
  await survivor.stop();
  await database.drop();
});
afterEach(() => expectInvariants(database.db));

/** A paying subscription, and its renewal, over which a process is killed at a step before it can answer. */
async function dieOverRenewal(step: Step): Promise<{ life: Life; sending: Parameters<typeof post>[1] }> {
  const life = await newLife(database.db, 'stripe');
  for (const name of bursts.stripe.first) await life.tell(name);
  expect(await tracesOf(life)).toEqual(nothing);
  const server = await startServer({ databaseUrl: database.url, steps: { killAt: { step, nth: 1 } } });
  const body = life.body('invoice.paid.subscription_cycle');
  const sending = { provider: 'stripe', body, eventId: `msg_${randomUUID()}` } as const;
  expect(await post(server, sending)).toBe('no answer');
  expect(await server.ended(database.db)).toBe('SIGKILL');
  return { life, sending };
}

/** What the renewal has left anywhere. */
const tracesOf = ({ teamId, body }: Life) =>
  one(
    database.db,
    sql`
      select s.revision, s.current_period_end > '2026-10-15' as is_paid_on,
        (select count(*)::int from billing_webhook_events where event_id = ${idOf(body('invoice.paid.subscription_cycle'))}) as events,
        (select count(*)::int from subscription_billing_periods p where p.subscription_id = s.id) as periods,
        (select count(*)::int from subscription_transition_audits a
          where a.subscription_id = s.id and event_type = 'subscription_renewed') as transitions,
        (select count(*)::int from subscription_outbox o where o.subscription_id = s.id) as messages,
        (select count(*)::int from credit_grants g where g.team_id = s.team_id) as lots,
        (select count(*)::int from credit_ledger_entries e where e.team_id = s.team_id) as entries
      from subscriptions s where s.team_id = ${teamId}`,
  );
const nothing = {
  ...{ revision: 1, is_paid_on: false, events: 0, periods: 1, transitions: 1, messages: 1, lots: 1, entries: 1 },
};
/** The allowance of the period before lapses, which is a line of its own. */
const everything = {
  ...{ revision: 2, is_paid_on: true, events: 1, periods: 2, transitions: 2, messages: 2, lots: 2, entries: 3 },
};

function idOf(body: Uint8Array): string {
  return JSON.parse(new TextDecoder().decode(body)).id;
}

describe('a process that is killed in the middle of a renewal', () => {
  it.each(beforeCommit)('at step "%s" leaves nothing behind, and the redelivery renews once', async (step) => {
    for (let round = 0; round < rounds; round += 1) {
      const { life, sending } = await dieOverRenewal(step);
      expect(await tracesOf(life)).toEqual(nothing);
      expect(await post(survivor, sending)).toBe('200 applied');
      expect(await post(survivor, sending)).toBe('200 duplicate');
      expect(await tracesOf(life)).toEqual(everything);
    }
  });

  it('after the commit and before the answer has renewed, and the redelivery is a duplicate, also hours later', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { life, sending } = await dieOverRenewal('committed');
      expect(await tracesOf(life)).toEqual(everything);
      expect(await post(survivor, sending)).toBe('200 duplicate');
      const clock = fixedClock(new Date(Date.now() + 20 * 3_600_000));
      expect((await send({ ...life.context, clock }, sending)).status).toBe('duplicate');
      expect(await tracesOf(life)).toEqual(everything);
    }
  });
});
