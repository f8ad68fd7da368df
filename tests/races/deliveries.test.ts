import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { createBarrier, openAll } from '../support/barrier';
import { createTeam, send, testContext } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { drainSoon } from '../support/drain';
import { createPayment } from '../support/payments';
import { watchServerErrors } from '../support/postgres-log';
import { balanceOf, count, expectInvariants, rows } from '../support/state';
import { tally } from '../support/tally';

let database: TestDatabase;
let pool: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openConnection(database.url, { max: 50 });
  await openAll(pool, 50);
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

/** Delivers all of them, each on a connection of its own, once every one is past its verification. */
async function sendAtOnce(bodies: readonly Uint8Array[]): Promise<string[]> {
  const barrier = createBarrier(bodies.length);
  const context = testContext(pool, { onStep: (step) => (step === 'verified' ? barrier.arrive() : undefined) });
  const answers = await Promise.all(bodies.map((body) => send(context, { provider: 'stripe', body })));
  return answers.map(({ httpStatus, status }) => `${httpStatus} ${status}`);
}

describe('at once, on 50 connections', () => {
  it('the same event 50 times is applied once, and 49 times a duplicate', async () => {
    const payment = await createPayment(database.db);
    const body = payment.paid();
    const answers = await sendAtOnce(Array.from({ length: 50 }, () => body));
    expect(tally(answers)).toEqual({ '200 applied': 1, '200 duplicate': 49 });
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
    const events = sql`select count(*) from billing_webhook_events where team_id = ${payment.teamId}`;
    expect(await count(database.db, events)).toBe(1);
  });

  it('the same payment under 50 event ids is applied once, and every event is settled', async () => {
    const payment = await createPayment(database.db);
    await sendAtOnce(Array.from({ length: 50 }, () => payment.paid()));
    await drainSoon(database.db);
    const outcomes = await rows(
      database.db,
      sql`select state, outcome from billing_webhook_events where team_id = ${payment.teamId}`,
    );
    expect(tally(outcomes.map(({ state, outcome }) => `${state} ${outcome}`))).toEqual({
      'applied applied': 1,
      'applied duplicate': 49,
    });
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
  });

  it.each(['a customer each', 'one customer'])(
    '50 purchases of one new team with %s give the exact sum',
    async (who) => {
      const teamId = await createTeam(database.db);
      const payments = await Promise.all(Array.from({ length: 50 }, () => createPayment(database.db, { teamId })));
      const customer = who === 'one customer' ? { 'data.object.customer': `cus_${teamId}` } : {};
      const answers = await sendAtOnce(payments.map((payment) => payment.paid(customer)));
      expect(tally(answers)).toEqual({ '200 applied': 50 });
      expect(await balanceOf(database.db, teamId)).toBe(50_000);
      const purchases = sql`select count(*) from credit_purchases where team_id = ${teamId}`;
      expect(await count(database.db, purchases)).toBe(50);
    },
  );
});

describe('a key that is taken', () => {
  it('is no error: three deliveries of one payment are answered 200, and Postgres refused nothing', async () => {
    const payment = await createPayment(database.db);
    const [first, second] = [payment.paid(), payment.paid()];
    const context = testContext(pool);
    const readServerErrors = watchServerErrors(database.db);
    const answers: string[] = [];
    for (const body of [first, second, first]) {
      answers.push((await send(context, { provider: 'stripe', body })).status);
    }
    expect(answers).toEqual(['applied', 'duplicate', 'duplicate']);
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
    expect(await readServerErrors()).toEqual([]);
    expect(context.lines.filter((line) => !line.includes('"level":"info"'))).toEqual([]);
  });
});
