import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '@/db/client';
import { usualWaits } from '@/lib/billing/waits';
import { together } from '../support/barrier';
import { until } from '../support/locks';
import { createOwnServer, type OwnServer } from '../support/own-server';
import { createPayment } from '../support/payments';
import { post, type ServerProcess, startServer } from '../support/server';
import { balanceOf, count, expectInvariants } from '../support/state';
import { tally } from '../support/tally';

let postgres: OwnServer;
let db: Database;
let server: ServerProcess;
beforeAll(async () => {
  postgres = await createOwnServer();
  db = createDatabase(postgres.url, { max: 2 });
  server = await startServer({ databaseUrl: postgres.url, steps: {} });
});
afterAll(async () => {
  await server.stop();
  await db.$client.end({ timeout: 1 });
  await postgres.discard();
});
afterEach(() => expectInvariants(db));

const stripe = (body: Uint8Array) => ({ provider: 'stripe', body }) as const;

describe('while the database is stopped', () => {
  it('every delivery is answered 503, and after it is back the next one is applied once', async () => {
    const payments = await together(25, () => createPayment(db));
    const deliveries = payments.map((payment) => stripe(payment.paid()));
    const [first, ...others] = deliveries;
    if (!first) throw new Error('There is no payment.');
    expect(await post(server, first)).toBe('200 applied');
    await postgres.stop();
    expect(tally(await together(24, (index) => post(server, others[index] ?? first)))).toEqual({
      '503 not_stored': 24,
    });
    await postgres.start();
    expect(await post(server, first)).toBe('200 duplicate');
    expect(tally(await together(24, (index) => post(server, others[index] ?? first)))).toEqual({ '200 applied': 24 });
    for (const { teamId } of payments) expect(await balanceOf(db, teamId)).toBe(1000);
    expect(await count(db, sql`select count(*) from billing_webhook_events`)).toBe(25);
  });
});

describe('a database that stops in the middle of deliveries', () => {
  it.each(['recorded', 'worked', 'settled'] as const)(
    'at step "%s" lets none of them be answered 200, and nothing is half done',
    async (step) => {
      const { answerMs } = usualWaits;
      const holding = await startServer({ databaseUrl: postgres.url, steps: { holdAt: step, answerMs } });
      const payments = await together(8, () => createPayment(db));
      const answers = payments.map((payment) => post(holding, stripe(payment.paid())));
      await until(async () => holding.held() === payments.length);
      await postgres.stop();
      holding.release();
      expect(tally(await Promise.all(answers))).toEqual({ '503 not_stored': 8 });
      await postgres.start();
      for (const { teamId } of payments) expect(await balanceOf(db, teamId)).toBe(0);
      await holding.stop();
      const patient = await startServer({ databaseUrl: postgres.url, steps: { holdAt: step } });
      const later = payments.map((payment) => post(patient, stripe(payment.paid())));
      await until(async () => patient.held() === payments.length);
      patient.release();
      expect(tally(await Promise.all(later))).toEqual({ '200 applied': 8 });
      for (const { teamId } of payments) expect(await balanceOf(db, teamId)).toBe(1000);
      await patient.stop();
    },
  );

  it('after the commit changes nothing about the answer', async () => {
    const holding = await startServer({ databaseUrl: postgres.url, steps: { holdAt: 'committed' } });
    const payment = await createPayment(db);
    const answer = post(holding, stripe(payment.paid()));
    await until(async () => holding.held() === 1);
    await postgres.stop();
    holding.release();
    expect(await answer).toBe('200 applied');
    await postgres.start();
    expect(await balanceOf(db, payment.teamId)).toBe(1000);
    await holding.stop();
  });
});
