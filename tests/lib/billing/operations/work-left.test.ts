import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenForWork, notifyWorkers } from '@/lib/billing/operations/notify';
import { send, testContext } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { createPayment } from '../../../support/payments';
import { balanceOf, expectInvariants } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('what a delivery leaves', () => {
  it('is nothing when it was ignored or waits, and what follows when it was applied', async () => {
    const told: string[] = [];
    const context = testContext(database.db, { onWorkLeft: (what) => told.push(what) });
    const payment = await createPayment(database.db);
    await send(context, { provider: 'stripe', body: payment.refunded(`re_${payment.paymentId}`, 4900) });
    const [announced = new Uint8Array()] = payment.announced();
    await send(context, { provider: 'stripe', body: announced });
    expect(told).toEqual([]);
    await send(context, { provider: 'stripe', body: payment.paid() });
    expect(told).toEqual(['follow_ups']);
    expect(await balanceOf(database.db, payment.teamId)).toBe(0);
  });

  it('is told after its commit when an event that it woke is left to a worker', async () => {
    const payment = await createPayment(database.db);
    await send(testContext(database.db), {
      provider: 'stripe',
      body: payment.refunded(`re_${payment.paymentId}`, 4900),
    });
    const balances: Promise<number>[] = [];
    let settled = 0;
    const context = testContext(database.db, {
      onWorkLeft: () => balances.push(balanceOf(database.db, payment.teamId)),
      onStep: (step) => {
        if (step === 'settled') settled += 1;
        if (step === 'settled' && settled === 2) throw new Error('the attempt of the woken one breaks');
      },
    });
    expect((await send(context, { provider: 'stripe', body: payment.paid() })).status).toBe('applied');
    expect(await Promise.all(balances)).toEqual([1000]);
    expect(context.lines.filter((line) => line.includes('woken event left to the next pass'))).toEqual([
      expect.stringContaining('"eventId":"evt_'),
    ]);
    await expectInvariants(database.db, payment.teamId);
  });
});

describe('a worker that listens', () => {
  it('hears that something is left to it', async () => {
    let hear = () => {};
    const heard = new Promise<void>((resolve) => {
      hear = resolve;
    });
    const listener = await listenForWork(database.url, hear);
    await notifyWorkers(testContext(database.db));
    await heard;
    await listener.end();
  });
});
