import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createIntent, createTeam, send, testContext } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { stripePurchase } from '../../../support/purchases';
import { balanceOf, count, expectInvariants } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

async function newPurchase() {
  const teamId = await createTeam(database.db);
  const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
  return { teamId, purchase: stripePurchase({ checkoutId }) };
}

describe('a delivery', () => {
  it('pays a team once when the same event comes again', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    expect(await send(context, { provider: 'stripe', body })).toEqual({ httpStatus: 200, status: 'applied' });
    expect(await send(context, { provider: 'stripe', body })).toEqual({ httpStatus: 200, status: 'duplicate' });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('pays a team once when the same checkout comes under two event ids', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    expect((await send(context, { provider: 'stripe', body: purchase.paid() })).status).toBe('applied');
    expect((await send(context, { provider: 'stripe', body: purchase.paid() })).status).toBe('duplicate');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await count(database.db, sql`select count(*) from credit_purchases where team_id = ${teamId}`)).toBe(1);
  });

  it('applies a refund that came before its purchase as soon as the purchase lands', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    expect((await send(context, { provider: 'stripe', body: purchase.refunded('re_1', 2450) })).status).toBe('waiting');
    expect((await send(context, { provider: 'stripe', body: purchase.paid() })).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(500);
  });
});
