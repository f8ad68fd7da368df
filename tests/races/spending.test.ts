import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { spend } from '@/lib/billing/credits/spend';
import { BillingError } from '@/lib/billing/errors';
import { systemClock } from '@/lib/clock';
import { openAll, together } from '../support/barrier';
import { send, testContext } from '../support/billing';
import { request, teamWith } from '../support/credits';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { drainSoon } from '../support/drain';
import { createPayment } from '../support/payments';
import { balanceOf, count, expectInvariants } from '../support/state';
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

/** `spent`, `repeated`, or the code of the refusal. */
async function trySpending(teamId: string, credits: number, key?: string): Promise<string> {
  try {
    const { duplicate } = await spend(pool, systemClock, request(teamId, credits, key));
    return duplicate ? 'repeated' : 'spent';
  } catch (error) {
    if (error instanceof BillingError) return error.code;
    throw error;
  }
}

const lowestBalance = (teamId: string) =>
  count(database.db, sql`select min(balance_after) as count from credit_ledger_entries where team_id = ${teamId}`);
const entries = (teamId: string, kind: string) =>
  count(database.db, sql`select count(*) from credit_ledger_entries where team_id = ${teamId} and kind = ${kind}`);

describe('at once, on 50 connections', () => {
  it('200 spends on a balance of 120 give exactly 120, and the balance never goes below zero', async () => {
    const { teamId } = await teamWith(database.db, { credits: 120 });
    const results = await together(200, () => trySpending(teamId, 1));
    expect(tally(results)).toEqual({ spent: 120, insufficient_credits: 80 });
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await lowestBalance(teamId)).toBe(0);
    expect(await entries(teamId, 'spend')).toBe(120);
  });

  it('spends that empty several lots take each credit once', async () => {
    const { teamId } = await teamWith(database.db, { credits: 7 }, { credits: 11 }, { credits: 2 });
    const results = await together(50, () => trySpending(teamId, 3));
    expect(tally(results)).toEqual({ spent: 6, insufficient_credits: 44 });
    expect(await balanceOf(database.db, teamId)).toBe(2);
  });

  it('the same idempotency key spends once', async () => {
    const { teamId } = await teamWith(database.db, { credits: 120 });
    const results = await together(50, () => trySpending(teamId, 10, 'job-1'));
    expect(tally(results)).toEqual({ spent: 1, repeated: 49 });
    expect(await balanceOf(database.db, teamId)).toBe(110);
  });

  it('the same idempotency key for another amount is refused, whichever comes first', async () => {
    const { teamId } = await teamWith(database.db, { credits: 120 });
    const results = await together(50, (index) => trySpending(teamId, 10 + (index % 2), 'job-1'));
    expect(tally(results)).toEqual({ spent: 1, repeated: 24, idempotency_key_reused: 25 });
    expect([109, 110]).toContain(await balanceOf(database.db, teamId));
  });

  it('spends between a grant and a refund add up, and only the refund may leave a debt', async () => {
    const { teamId } = await teamWith(database.db, { credits: 100 });
    const earlier = await createPayment(database.db, { teamId });
    const later = await createPayment(database.db, { teamId });
    await send(testContext(pool), { provider: 'stripe', body: earlier.paid() });
    const deliver = (body: Uint8Array) => send(testContext(pool), { provider: 'stripe', body });
    const [spent] = await Promise.all([
      together(60, () => trySpending(teamId, 50)),
      deliver(later.paid()),
      deliver(earlier.refunded(`re_${earlier.paymentId}`, 4900)),
    ]);
    await drainSoon(database.db);
    const { spent: successes = 0, insufficient_credits: refusals = 0 } = tally(spent);
    expect(successes + refusals).toBe(60);
    expect(await balanceOf(database.db, teamId)).toBe(100 + 1000 - successes * 50);
    // 100 and the first pack are there from the start, so 22 spends succeed even if the refund comes last.
    expect(successes).toBeLessThanOrEqual(42);
    const spentBelowZero = sql`select count(*) from credit_ledger_entries
      where team_id = ${teamId} and kind = 'spend' and balance_after < 0`;
    expect(await count(database.db, spentBelowZero)).toBe(0);
  });
});
