import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { getCheckout } from '@/lib/billing/checkouts/view';
import { getCredits } from '@/lib/billing/credits/queries';
import { createBarrier, openAll, together } from '../support/barrier';
import { send, testContext } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { drainSoon } from '../support/drain';
import { countWaiting, until } from '../support/locks';
import { createPayment, type Payment } from '../support/payments';
import { watchServerErrors } from '../support/postgres-log';
import { balanceOf, count, expectInvariants, rows } from '../support/state';

let database: TestDatabase;
let pool: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openConnection(database.url, { max: 50 });
  await openAll(pool, 50);
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

/** Everything that a provider tells about a payment of which half came back and whose dispute was won. */
const eventsOf = (payment: Payment): Uint8Array[] => [
  payment.paid(),
  payment.paid(),
  ...payment.announced(),
  payment.refunded(`re_${payment.paymentId}`, 2450),
  payment.refunded(`re_${payment.paymentId}`, 2450),
  payment.refundedInAll(2450),
  payment.disputed('needs_response'),
  payment.disputed('won'),
];

/** Delivers as a provider does: what is not answered 200 comes again. */
async function deliver(body: Uint8Array, barrier: { arrive(): Promise<void> }): Promise<string[]> {
  const context = testContext(pool, { onStep: (step) => (step === 'verified' ? barrier.arrive() : undefined) });
  const answers: string[] = [];
  while (answers.at(-1)?.startsWith('200') !== true) {
    const { httpStatus, status } = await send(context, { provider: 'stripe', body });
    answers.push(`${httpStatus} ${status}`);
  }
  expect(context.lines.filter((line) => /40P01|40001/.test(line))).toEqual([]);
  return answers;
}

/** The buyer's page looks at the checkout and the balance while the events come in. */
async function watchPage({ teamId, checkoutId }: Payment): Promise<void> {
  const context = testContext(pool);
  for (let looks = 0; looks < 5; looks += 1) {
    await Promise.all([getCheckout(context, teamId, checkoutId ?? ''), getCredits(context, teamId)]);
  }
}

it('nine events of one payment at once, for 50 teams, lose nothing and report no deadlock', async () => {
  const readServerErrors = watchServerErrors(database.db);
  const payments = await together(50, () => createPayment(database.db));
  const answers: string[] = [];
  for (let first = 0; first < payments.length; first += 5) {
    const wave = payments.slice(first, first + 5);
    const bodies = wave.flatMap(eventsOf);
    const barrier = createBarrier(bodies.length);
    const [answered] = await Promise.all([
      Promise.all(bodies.map((body) => deliver(body, barrier))),
      ...wave.map(watchPage),
    ]);
    answers.push(...answered.flat());
  }
  expect(answers.filter((answer) => !/^(200|503) /.test(answer))).toEqual([]);
  expect((await readServerErrors()).filter((error) => /deadlock/.test(error))).toEqual([]);
  await drainSoon(database.db);
  // A dispute that opens after it was won is stale.
  const open = sql`select count(*) from billing_webhook_events where state not in ('applied', 'ignored', 'stale')`;
  expect(await count(database.db, open)).toBe(0);
  expect(await count(database.db, sql`select count(*) from billing_webhook_events`)).toBe(450);
  for (const { teamId } of payments) expect(await balanceOf(database.db, teamId)).toBe(500);
  // A dispute that was told of before it was won was a case until then.
  const left = sql`select count(*) from reconciliation_cases where state = 'open' or kind <> 'dispute_opened'`;
  expect(await count(database.db, left)).toBe(0);
});

it('a deadlock that Postgres breaks at our cost is done again, and the sender never hears of it', async () => {
  const first = await createPayment(database.db);
  const payment = await createPayment(database.db, { teamId: first.teamId });
  await send(testContext(database.db), { provider: 'stripe', body: first.paid() });
  const body = payment.paid();
  const { id } = JSON.parse(new TextDecoder().decode(body));
  const steps: string[] = [];
  const other = openConnection(database.url, { max: 1 });
  let othersTurn: Promise<unknown> | undefined;

  /** The other has what the delivery needs, and now waits for what the delivery has. */
  const entangle = async () => {
    const balanceIsLocked = createBarrier(1);
    othersTurn = other
      .transaction(async (tx) => {
        // Whoever looks for the deadlock first is its victim, and that has to be the delivery.
        await tx.execute(sql`set local deadlock_timeout = '1h'`);
        await tx.execute(sql`select 1 from credits where team_id = ${payment.teamId} for update`);
        await balanceIsLocked.arrive();
        await tx.execute(sql`insert into billing_webhook_events
          (provider, event_id, event_id_source, received_at, last_delivered_at, body_sha256)
          values ('stripe', ${id}, 'provider', now(), now(), '')`);
        tx.rollback();
      })
      .catch(() => {});
    await balanceIsLocked.opened;
    await until(async () => (await countWaiting(database.db)) === 1);
  };
  const context = testContext(
    afterFirst(pool, () => othersTurn),
    {
      onStep: async (step) => {
        steps.push(step);
        if (step === 'recorded' && !othersTurn) await entangle();
      },
    },
  );
  const readServerErrors = watchServerErrors(database.db);
  expect(await send(context, { provider: 'stripe', body })).toEqual({ httpStatus: 200, status: 'applied' });
  await othersTurn;
  expect(await readServerErrors()).toContain('ERROR:  deadlock detected');
  expect(steps).toEqual(['verified', 'recorded', 'recorded', 'worked', 'settled', 'committed']);
  expect(await balanceOf(database.db, payment.teamId)).toBe(2000);
});

/** Each transaction but the first waits for this to be over, or it could be in the way a second time. */
function afterFirst(database: Database, over: () => Promise<unknown> | undefined): Database {
  const transaction: Database['transaction'] = async (work, config) => {
    await over();
    return database.transaction(work, config);
  };
  return Object.assign(Object.create(database), { transaction });
}

it('a purchase locks the balance last, so whoever has it waits for nothing more', async () => {
  const first = await createPayment(database.db);
  const payment = await createPayment(database.db, { teamId: first.teamId });
  await send(testContext(database.db), { provider: 'stripe', body: first.paid() });
  const other = openConnection(database.url, { max: 1 });
  const answer = await other.transaction(async (tx) => {
    await tx.execute(sql`select 1 from credits where team_id = ${payment.teamId} for update`);
    const answering = send(testContext(pool), { provider: 'stripe', body: payment.paid() });
    await until(async () => (await countWaiting(database.db)) === 1);
    const intent = sql`select id from billing_checkouts where id = ${payment.checkoutId} for update skip locked`;
    expect(await rows(database.db, intent)).toEqual([]);
    return { answering };
  });
  expect(await answer.answering).toEqual({ httpStatus: 200, status: 'applied' });
});
