import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Step } from '@/lib/billing/context';
import { together } from '../support/barrier';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { installedNames } from '../support/installed';
import { createPaidDelivery, type PaidDelivery } from '../support/paid';
import { createPayment, type Payment } from '../support/payments';
import { post, type ServerProcess, startServer } from '../support/server';
import { balanceOf, expectInvariants, one } from '../support/state';

const rounds = Number(process.env.CRASH_ROUNDS ?? 3);
const beforeCommit: Step[] = ['verified', 'recorded', 'worked', 'settled'];

let database: TestDatabase;
/** What is started again after the crash, or ran beside it. */
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

/** A process takes in a delivery and is killed on the way, before it can answer. */
async function dieOver(sending: Parameters<typeof post>[1], step: Step): Promise<void> {
  const server = await startServer({ databaseUrl: database.url, steps: { killAt: { step, nth: 1 } } });
  expect(await post(server, sending)).toBe('no answer');
  expect(await server.ended(database.db)).toBe('SIGKILL');
}

/** Everything that a delivery of this team can have left anywhere. */
const tracesOf = (teamId: string) =>
  one(
    database.db,
    sql`select
      (select count(*)::int from billing_webhook_events where convert_from(raw_body, 'UTF8') like '%' || intent.id || '%') as events,
      (select count(*)::int from credit_purchases where team_id = ${teamId}) as purchases,
      (select count(*)::int from billing_customers where team_id = ${teamId}) as customers,
      (select count(*)::int from credit_grants where team_id = ${teamId}) as lots,
      (select count(*)::int from credit_ledger_entries where team_id = ${teamId}) as entries,
      (select count(*)::int from credits where team_id = ${teamId}) as balances,
      intent.state as checkout
      from billing_checkouts as intent where team_id = ${teamId}`,
  );
const nothing = { events: 0, purchases: 0, customers: 0, lots: 0, entries: 0, balances: 0, checkout: 'open' };
const everything = { events: 1, purchases: 1, customers: 1, lots: 1, entries: 1, balances: 1, checkout: 'paid' };

/** The rounds go through the providers in turn, so that every provider's payment dies at some step. */
async function payEach(step: Step, check: (delivery: PaidDelivery) => Promise<void>): Promise<void> {
  const offset = [...beforeCommit, 'committed'].indexOf(step) * rounds;
  for (let first = 0; first < rounds; first += 3) {
    await together(Math.min(3, rounds - first), async (index) => {
      const provider = installedNames[(offset + first + index) % installedNames.length] ?? 'stripe';
      const delivery = await createPaidDelivery(database.db, provider);
      await dieOver(delivery, step);
      await check(delivery);
    });
  }
}

describe('a process that is killed in the middle of a payment', () => {
  it.each(beforeCommit)('at step "%s" leaves nothing behind, and the redelivery pays once', async (step) => {
    await payEach(step, async (delivery) => {
      expect(await tracesOf(delivery.teamId)).toEqual(nothing);
      expect(await post(survivor, delivery)).toBe('200 applied');
      expect(await post(survivor, delivery)).toBe('200 duplicate');
      expect(await tracesOf(delivery.teamId)).toEqual(everything);
      expect(await balanceOf(database.db, delivery.teamId)).toBe(1000);
    });
  });

  it('after the commit and before the answer has paid, and the redelivery is a duplicate', async () => {
    await payEach('committed', async (delivery) => {
      expect(await tracesOf(delivery.teamId)).toEqual(everything);
      expect(await post(survivor, delivery)).toBe('200 duplicate');
      expect(await tracesOf(delivery.teamId)).toEqual(everything);
      expect(await balanceOf(database.db, delivery.teamId)).toBe(1000);
    });
  });
});

describe('a process that is killed in the middle of a refund', () => {
  const tracesOfRefund = ({ paymentId }: Payment) =>
    one(
      database.db,
      sql`select
        (select count(*)::int from billing_webhook_events where subject_key = ${`payment:${paymentId}`}) as events,
        (select count(*)::int from payment_reversals where provider_payment_id = ${paymentId}) as reversals`,
    );

  it.each(['worked', 'settled'] as const)(
    'at step "%s" has taken nothing, and the redelivery takes it once',
    async (step) => {
      const payment = await createPayment(database.db);
      await post(survivor, { provider: 'stripe', body: payment.paid() });
      const refund = { provider: 'stripe', body: payment.refunded(`re_${payment.paymentId}`, 2450) } as const;
      await dieOver(refund, step);
      expect(await tracesOfRefund(payment)).toEqual({ events: 0, reversals: 0 });
      expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
      expect(await post(survivor, refund)).toBe('200 applied');
      expect(await post(survivor, refund)).toBe('200 duplicate');
      expect(await tracesOfRefund(payment)).toEqual({ events: 1, reversals: 1 });
      expect(await balanceOf(database.db, payment.teamId)).toBe(500);
    },
  );

  it('after the commit has taken it, and the redelivery takes nothing more', async () => {
    const payment = await createPayment(database.db);
    await post(survivor, { provider: 'stripe', body: payment.paid() });
    const refund = { provider: 'stripe', body: payment.refunded(`re_${payment.paymentId}`, 2450) } as const;
    await dieOver(refund, 'committed');
    expect(await balanceOf(database.db, payment.teamId)).toBe(500);
    expect(await post(survivor, refund)).toBe('200 duplicate');
    expect(await balanceOf(database.db, payment.teamId)).toBe(500);
  });
});
