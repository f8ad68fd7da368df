import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckoutIntent, startCheckout } from '@/lib/billing/checkout';
import { listOffersTo, listPacks, listPlans } from '@/lib/billing/checkouts/order';
import { getCheckout } from '@/lib/billing/checkouts/view';
import { createTeam, send, testContext, testSettings } from '../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { requireProvider } from '../../support/installed';
import { stripePurchase } from '../../support/purchases';
import { haveCustomer } from '../../support/selling';
import { balanceOf, one } from '../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const code = (value: string) => expect.objectContaining({ code: value });

describe('starting a checkout', () => {
  it('writes the intent first and sends the buyer to the page that was opened for it', async () => {
    const context = testContext(database.db);
    const teamId = await createTeam(database.db);
    const { checkoutId, url } = await startCheckout(context, {
      teamId,
      userId: 'usr_1',
      item: 'pack_1000',
      quantity: 2,
    });
    expect(checkoutId).toMatch(/^chk_[\w-]{24}$/);
    const row = await one(database.db, sql`select * from billing_checkouts where id = ${checkoutId}`);
    expect(row).toMatchObject({
      team_id: teamId,
      user_id: 'usr_1',
      provider: 'sandbox',
      item: 'pack_1000',
      quantity: 2,
      expected_amount_minor: '9800',
      currency: 'USD',
      state: 'open',
    });
    expect(url).toBe(`http://localhost:3000/sandbox/checkout/${row.provider_checkout_id}`);
  });

  it.each([
    ['an item that nobody sells', { item: 'pack_7' }, 'unknown_item'],
    ['no quantity', { quantity: 0 }, 'invalid_quantity'],
    ['half a pack', { quantity: 1.5 }, 'invalid_quantity'],
    ['a hundred and one', { quantity: 101 }, 'invalid_quantity'],
    ['a team that is not there', { teamId: 'team_nobody' }, 'unknown_team'],
  ])('of %s is refused', async (_, change, expected) => {
    const teamId = await createTeam(database.db);
    const start = startCheckout(testContext(database.db), { teamId, userId: null, item: 'pack_1000', ...change });
    await expect(start).rejects.toEqual(code(expected));
  });

  it('is refused where no provider can sell', async () => {
    const teamId = await createTeam(database.db);
    for (const settings of [
      testSettings({ sellingProvider: null }),
      testSettings({ providers: {} }),
      testSettings({ sellingProvider: 'stripe' }),
    ]) {
      const start = startCheckout(testContext(database.db, { settings }), { teamId, userId: null, item: 'pack_1000' });
      await expect(start).rejects.toEqual(code('checkout_unavailable'));
    }
  });

  it('of a plan is for its price', async () => {
    const context = testContext(database.db);
    const teamId = await createTeam(database.db);
    const { checkoutId } = await startCheckout(context, { teamId, userId: null, item: 'pro_yearly', quantity: 2 });
    const expected = { kind: 'plan', name: 'Pro, yearly', credits: 2000, expectedAmountMinor: 58000, state: 'open' };
    expect(await getCheckout(context, teamId, checkoutId)).toMatchObject(expected);
  });

  it('lists what has a price here', () => {
    expect(listPlans(testContext(database.db)).map(({ item }) => item)).toEqual([
      'pro_monthly',
      'business_monthly',
      'pro_yearly',
    ]);
    expect(listPacks(testContext(database.db)).map(({ item }) => item)).toEqual(['pack_1000', 'pack_5000']);
    expect(
      listPacks(testContext(database.db, { settings: testSettings({ sellingProvider: 'polar' }) })).map(
        ({ item }) => item,
      ),
    ).toEqual(['pack_1000']);
  });

  it('offers a team what the provider that it has can sell, and others what sells here', async () => {
    requireProvider('polar');
    const context = testContext(database.db);
    const [teamId, otherTeamId] = [await createTeam(database.db), await createTeam(database.db)];
    await haveCustomer(database.db, 'polar', teamId);
    const packsOf = async (team: string, canSell = true) =>
      (await listOffersTo(context, team, () => canSell)).packs.map(({ item }) => item);
    expect(await packsOf(teamId)).toEqual(['pack_1000']);
    expect(await packsOf(otherTeamId)).toEqual(['pack_1000', 'pack_5000']);
    expect(await packsOf(teamId, false)).toEqual(['pack_1000', 'pack_5000']);
  });
});

describe('an intent for a page of your own', () => {
  it('pays the team once its id comes back in the metadata of a payment', async () => {
    const context = testContext(database.db);
    const teamId = await createTeam(database.db);
    const start = { teamId, userId: null, item: 'pack_1000', provider: 'stripe' } as const;
    const { checkoutId, providerPriceId } = await createCheckoutIntent(context, start);
    expect(providerPriceId).toBe('price_1SCredits1000000000001');
    await send(context, { provider: 'stripe', body: stripePurchase({ checkoutId }).paid() });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('needs a provider that is configured and has a price', async () => {
    requireProvider('polar');
    const teamId = await createTeam(database.db);
    const start = { teamId, userId: null, item: 'pack_5000', provider: 'polar' } as const;
    await expect(createCheckoutIntent(testContext(database.db), start)).rejects.toEqual(code('item_not_for_sale'));
    const settings = testSettings({ providers: {} });
    await expect(createCheckoutIntent(testContext(database.db, { settings }), start)).rejects.toEqual(
      code('checkout_unavailable'),
    );
  });
});

describe('a checkout', () => {
  it("is its own team's only", async () => {
    const context = testContext(database.db);
    const teamId = await createTeam(database.db);
    const { checkoutId } = await startCheckout(context, { teamId, userId: null, item: 'pack_1000' });
    expect(await getCheckout(context, teamId, checkoutId)).toMatchObject({
      id: checkoutId,
      state: 'open',
      credits: 1000,
      purchase: null,
    });
    expect(await getCheckout(context, await createTeam(database.db), checkoutId)).toBeNull();
    expect(await getCheckout(context, teamId, 'chk_none')).toBeNull();
  });
});
