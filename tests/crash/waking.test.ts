import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Steps } from '@/scripts/crash/steps';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { createPayment, type Payment } from '../support/payments';
import { post, type ServerProcess, startServer } from '../support/server';
import { balanceOf, expectInvariants, one } from '../support/state';

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

/** A refund that came before its purchase and waits for it. */
async function createWaitingRefund(): Promise<{ payment: Payment; eventId: string }> {
  const payment = await createPayment(database.db);
  const body = payment.refunded(`re_${payment.paymentId}`, 2450);
  expect(await post(survivor, { provider: 'stripe', body })).toBe('200 waiting');
  return { payment, eventId: JSON.parse(new TextDecoder().decode(body)).id };
}

const stateOf = (eventId: string) =>
  one(
    database.db,
    sql`select state, attempts, next_attempt_at <= now() as due from billing_webhook_events where event_id = ${eventId}`,
  );

async function dieWhile(steps: Steps, work: (server: ServerProcess) => Promise<unknown>): Promise<void> {
  const server = await startServer({ databaseUrl: database.url, steps });
  await work(server);
  expect(await server.ended(database.db)).toBe('SIGKILL');
}

describe('a process that is killed after a purchase woke its refund', () => {
  it.each([
    ['before the refund has its turn', { step: 'committed', nth: 1 }],
    ['while the refund is applied', { step: 'worked', nth: 2 }],
    ['before the refund is committed', { step: 'settled', nth: 2 }],
  ] as const)('%s leaves it due, and the next pass applies it without a redelivery', async (_, killAt) => {
    const { payment, eventId } = await createWaitingRefund();
    const paid = { provider: 'stripe', body: payment.paid() } as const;
    await dieWhile({ killAt }, async (server) => expect(await post(server, paid)).toBe('no answer'));
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
    expect(await stateOf(eventId)).toEqual({ state: 'waiting', attempts: 1, due: true });
    await survivor.drain();
    expect(await stateOf(eventId)).toEqual({ state: 'applied', attempts: 2, due: null });
    expect(await balanceOf(database.db, payment.teamId)).toBe(500);
    expect(await post(survivor, paid)).toBe('200 duplicate');
    expect(await balanceOf(database.db, payment.teamId)).toBe(500);
  });

  it.each(['worked', 'settled'] as const)(
    'and one that is killed in the pass, at step "%s", leaves it to the next',
    async (step) => {
      const { payment, eventId } = await createWaitingRefund();
      const paid = { provider: 'stripe', body: payment.paid() } as const;
      await dieWhile({ killAt: { step: 'committed', nth: 1 } }, (server) => post(server, paid));
      await dieWhile({ killAt: { step, nth: 1 } }, (server) => expect(server.drain()).rejects.toThrow('ended'));
      expect(await stateOf(eventId)).toEqual({ state: 'waiting', attempts: 1, due: true });
      expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
      await survivor.drain();
      expect(await stateOf(eventId)).toEqual({ state: 'applied', attempts: 2, due: null });
      expect(await balanceOf(database.db, payment.teamId)).toBe(500);
    },
  );
});

it.each(['recorded', 'settled'] as const)(
  'a second delivery that dies at step "%s" leaves the row as the first one left it',
  async (step) => {
    const payment = await createPayment(database.db);
    const refund = { provider: 'stripe', body: payment.refunded(`re_${payment.paymentId}`, 2450) } as const;
    expect(await post(survivor, refund)).toBe('200 waiting');
    const row = () =>
      one(database.db, sql`select * from billing_webhook_events where subject_key = ${`payment:${payment.paymentId}`}`);
    const before = await row();
    await dieWhile({ killAt: { step, nth: 1 } }, (server) => post(server, refund));
    expect(await row()).toEqual(before);
    expect(await post(survivor, { provider: 'stripe', body: payment.paid() })).toBe('200 applied');
    expect(await balanceOf(database.db, payment.teamId)).toBe(500);
  },
);
