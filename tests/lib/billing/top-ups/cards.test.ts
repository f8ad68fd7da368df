import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { autoTopUps, billingCustomers } from '@/db/schema';
import { createCatalog } from '@/lib/billing/catalog';
import type { BillingContext } from '@/lib/billing/context';
import { beginTopUps } from '@/lib/billing/top-ups/begin';
import { type Cards, cardsOf, findChargeable } from '@/lib/billing/top-ups/cards';
import { chargeTopUps } from '@/lib/billing/top-ups/charge';
import { fixedClock, systemClock } from '@/lib/clock';
import { type Api, startApiOf } from '@/tests/support/apis';
import { createTeam, send, testPriceIds } from '@/tests/support/billing';
import { testItems } from '@/tests/support/catalog';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { changeFixture } from '@/tests/support/fixtures';
import { haveSubscription, sellingThrough } from '@/tests/support/selling';
import { balanceOf, expectInvariants, one, rows } from '@/tests/support/state';

const pass = { isTimeLeft: () => true, limit: 100 };

let database: TestDatabase;
const apis = new Map<'polar' | 'paddle', Api>();
/** Behind the time of the provider's server, however far the tests go, and far from the end of a month. */
const now = systemClock.now();
const clock = fixedClock(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 5)));
beforeAll(async () => {
  database = await createTestDatabase();
  for (const provider of ['polar', 'paddle'] as const) apis.set(provider, await startApiOf(provider));
});
afterEach(() => expectInvariants(database.db));
afterAll(async () => {
  for (const api of apis.values()) await api.close();
  await database.drop();
});

interface Low {
  teamId: string;
  context: BillingContext;
  api: Api;
  providerSubscriptionId: string;
  work(): Promise<void>;
}

/** A team that subscribes through a provider with this card, and wants packs when it has none. */
async function low(provider: 'polar' | 'paddle', card: string): Promise<Low> {
  const api = apis.get(provider);
  if (!api) throw new Error(`There is no ${provider}.`);
  const teamId = await createTeam(database.db);
  const { providerSubscriptionId, providerCustomerId } = await haveSubscription(database.db, { provider, teamId });
  await database.db.insert(billingCustomers).values({ provider, providerCustomerId, teamId });
  api.world.put('customer', { id: providerCustomerId, status: 'active', card });
  api.world.put('subscription', { id: providerSubscriptionId, status: 'active', card });
  const wish = { isEnabled: true, threshold: 100, item: 'pack_1000', monthlyLimit: 3, updatedAt: clock.now() };
  await database.db.insert(autoTopUps).values({ teamId, ...wish });
  const context = { ...sellingThrough(database.db, { provider, server: api }), clock };
  const held = context.settings.providers[provider];
  if (held) context.settings.providers[provider] = { ...held, account: null };
  // What other tests left is not looked up in this one.
  await database.db.execute(sql`update top_up_charges set next_attempt_at = null`);
  const work = async () => {
    await beginTopUps(context, pass);
    await chargeTopUps(context, pass);
  };
  return { teamId, context, api, providerSubscriptionId, work };
}

/** The team's subscription ends, and it has another one of another customer. */
async function replaceSubscription({ teamId, api }: Low, provider: 'polar' | 'paddle', card: string) {
  await database.db.execute(sql`update subscriptions set is_current = false, status = 'canceled', ended_at = now()
    where team_id = ${teamId}`);
  const next = await haveSubscription(database.db, { provider, teamId });
  api.world.put('customer', { id: next.providerCustomerId, status: 'active', card });
  api.world.put('subscription', { id: next.providerSubscriptionId, status: 'active', card });
  return next;
}

/** Nobody can be charged for the team any more. */
const loseCards = ({ teamId }: Low) =>
  database.db.execute(sql`with lost as (delete from subscriptions where team_id = ${teamId})
    delete from billing_customers where team_id = ${teamId}`);

const chargeOf = (teamId: string) => one(database.db, sql`select * from top_up_charges where team_id = ${teamId}`);

describe('Polar', () => {
  const price = testPriceIds.polar?.pack_1000?.[0];
  const ordersOf = ({ api, teamId }: Low) =>
    api.world.all('order').filter(({ metadata }) => JSON.stringify(metadata).includes(teamId));

  async function tell({ context, teamId }: Low): Promise<string> {
    const { provider_payment_id, checkout_id } = await chargeOf(teamId);
    const body = changeFixture('polar', 'order.paid.purchase.off_session', {
      'data.id': provider_payment_id,
      'data.customer_id': `customer_${teamId}`,
      'data.product_id': price,
      'data.metadata': { checkout_id, team_id: teamId },
    });
    return (await send(context, { provider: 'polar', body, eventId: `msg_${randomUUID()}` })).status;
  }

  it('charges a draft order that is kept before any money moves; the webhook grants', async () => {
    const team = await low('polar', 'visa');
    await team.work();
    const [order] = ordersOf(team);
    expect(order).toMatchObject({ status: 'paid', product_id: price });
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', provider_payment_id: order?.id });
    expect(await tell(team)).toBe('applied');
    expect(await balanceOf(database.db, team.teamId)).toBe(1000);
    clock.advance(2000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'paid' });
  });

  it('charges once when the answer is lost', async () => {
    const team = await low('polar', 'lost');
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'unknown' });
    clock.advance(15_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
    expect(ordersOf(team)).toHaveLength(1);
  });

  it('charges one draft where a process stood still until another one went on', async () => {
    const team = await low('polar', 'visa');
    await beginTopUps(team.context, pass);
    const standing: Cards = (name) => {
      const card = cardsOf(team.context)(name);
      const prepare: NonNullable<typeof card>['prepare'] = async (asked) => {
        const draft = (await card?.prepare?.(asked)) ?? '';
        clock.advance(600_000);
        await chargeTopUps(team.context, pass);
        return draft;
      };
      return card && { ...card, prepare };
    };
    await chargeTopUps(team.context, pass, standing);
    expect(
      ordersOf(team)
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['draft', 'paid']);
  });

  it('finalizes the same draft when it was down', async () => {
    const team = await low('polar', 'visa');
    team.api.failOnce({ path: '/finalize', status: 503 });
    await team.work();
    clock.advance(600_000);
    await team.work();
    expect(ordersOf(team)).toMatchObject([{ status: 'paid' }]);
  });

  it('is not asked twice at once: a draft that is being paid is a draft still', async () => {
    const team = await low('polar', 'visa');
    team.api.failOnce({ path: '/finalize', status: 504 });
    await team.work();
    clock.advance(15_000);
    await team.work();
    const [order] = ordersOf(team);
    const asked = team.api.sent.filter(({ url }) => url.pathname.includes(`${order?.id}/finalize`));
    expect(asked).toHaveLength(1);
    team.api.world.put('order', { ...order, status: 'paid' });
    clock.advance(30_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
  });

  it('that is busy with the draft has not declined it', async () => {
    const team = await low('polar', 'visa');
    team.api.failOnce({ path: '/finalize', status: 409 });
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'unknown', error_code: 'provider_unavailable' });
  });

  it('finalizes the draft that there is, also when the team has another customer by now', async () => {
    const team = await low('polar', 'visa');
    team.api.failOnce({ path: '/finalize', status: 503 });
    await team.work();
    await replaceSubscription(team, 'polar', 'visa');
    clock.advance(600_000);
    await team.work();
    const [order, ...more] = ordersOf(team);
    expect(more).toEqual([]);
    expect(order).toMatchObject({ status: 'paid' });
    expect(await chargeOf(team.teamId)).toMatchObject({ provider_customer_id: order?.customer_id });
  });

  it.each([
    ['was paid', 'lost', { state: 'charging', error_code: null }],
    ['was not', 'declined', { state: 'declined', error_code: 'no_saved_card' }],
  ])('tells of a draft that it %s when nobody can be charged any more', async (_, card, standing) => {
    const team = await low('polar', card);
    if (card === 'declined') team.api.failOnce({ path: '/finalize', status: 503 });
    await team.work();
    await loseCards(team);
    clock.advance(600_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject(standing);
  });

  it('that declines stops the top-up', async () => {
    const team = await low('polar', 'declined');
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'declined', error_code: 'card_declined' });
    expect(ordersOf(team)).toMatchObject([{ status: 'draft' }]);
  });
});

describe('Paddle', () => {
  const transactionsOf = ({ api, providerSubscriptionId }: Low) =>
    api.world.all('transaction').filter(({ subscription_id }) => subscription_id === providerSubscriptionId);

  async function tell({ context, teamId, providerSubscriptionId }: Low): Promise<string> {
    const { provider_payment_id } = await chargeOf(teamId);
    const body = changeFixture('paddle', 'transaction.completed.subscription_charge', {
      event_id: `evt_${randomUUID()}`,
      'data.id': provider_payment_id,
      'data.subscription_id': providerSubscriptionId,
      'data.customer_id': `ctm_${teamId}`,
      'data.custom_data': null,
    });
    return (await send(context, { provider: 'paddle', body })).status;
  }

  it('charges on the subscription, and is asked which transaction that became; the webhook grants', async () => {
    const team = await low('paddle', 'visa');
    await team.work();
    const [transaction] = transactionsOf(team);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', provider_payment_id: transaction?.id });
    expect(await tell(team)).toBe('applied');
    expect(await balanceOf(database.db, team.teamId)).toBe(1000);
    clock.advance(2000);
    await team.work();
    const { state, checkout_id } = await chargeOf(team.teamId);
    expect(state).toBe('paid');
    expect(await rows(database.db, sql`select state from billing_checkouts where id = ${String(checkout_id)}`)).toEqual(
      [{ state: 'paid' }],
    );
  });

  it('charges once when the answer is lost', async () => {
    const team = await low('paddle', 'lost');
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'unknown' });
    clock.advance(15_000);
    await team.work();
    expect(transactionsOf(team)).toHaveLength(1);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
  });

  it('sends nothing again while the card is being charged', async () => {
    const team = await low('paddle', 'lost');
    await team.work();
    const [transaction] = transactionsOf(team);
    if (!transaction) throw new Error('Nothing was charged.');
    team.api.world.put('transaction', { ...transaction, status: 'ready' });
    clock.advance(15_000);
    await team.work();
    expect(transactionsOf(team)).toHaveLength(1);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'unknown' });
    team.api.world.put('transaction', transaction);
    clock.advance(30_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', provider_payment_id: transaction.id });
  });

  it.each([
    ['may not be listed', { status: 403 }],
    ['is not listed yet', { status: 200, body: { data: [] } }],
  ])('sends nothing again when what it took %s', async (_, answer) => {
    const team = await low('paddle', 'visa');
    for (let look = 0; look < 2; look += 1) team.api.failOnce({ path: '/transactions', ...answer });
    await team.work();
    clock.advance(15_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({
      ...{ state: 'unknown', error_code: 'provider_answer_unreadable', attempts: 2 },
    });
    clock.advance(30_000);
    await team.work();
    expect(transactionsOf(team)).toHaveLength(1);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
  });

  it('charges no other subscription for what it took on the one before', async () => {
    const team = await low('paddle', 'visa');
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
    const next = await replaceSubscription(team, 'paddle', 'visa');
    clock.advance(15_000);
    await team.work();
    const charged = team.api.world.all('transaction').map(({ subscription_id }) => subscription_id);
    expect(charged).toContain(team.providerSubscriptionId);
    expect(charged).not.toContain(next.providerSubscriptionId);
    expect(await tell(team)).toBe('applied');
    clock.advance(30_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'paid', error_code: null });
  });

  it('looks for a charge where it was made, also when the team has another subscription by now', async () => {
    const team = await low('paddle', 'lost');
    await team.work();
    const [transaction] = transactionsOf(team);
    const next = await replaceSubscription(team, 'paddle', 'visa');
    clock.advance(900_000);
    await team.work();
    expect(transactionsOf({ ...team, ...next })).toEqual([]);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', provider_payment_id: transaction?.id });
  });

  it('charges the subscription that the team has now, once nothing was taken on the one before', async () => {
    const team = await low('paddle', 'visa');
    team.api.failOnce({ path: '/charge', status: 503 });
    await team.work();
    const next = await replaceSubscription(team, 'paddle', 'lost');
    clock.advance(900_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'unknown', attempts: 2 });
    const third = await replaceSubscription(team, 'paddle', 'visa');
    clock.advance(900_000);
    await team.work();
    expect(transactionsOf(team)).toEqual([]);
    expect(transactionsOf({ ...team, ...third })).toEqual([]);
    const [transaction, ...more] = transactionsOf({ ...team, ...next });
    expect(more).toEqual([]);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', provider_payment_id: transaction?.id });
  });

  it('looks for a charge that it made when nobody can be charged any more', async () => {
    const team = await low('paddle', 'lost');
    await team.work();
    await loseCards(team);
    clock.advance(900_000);
    await team.work();
    const [transaction] = transactionsOf(team);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', provider_payment_id: transaction?.id });
  });

  it('that took nothing stops the top-up when nobody can be charged any more', async () => {
    const team = await low('paddle', 'visa');
    team.api.failOnce({ path: '/charge', status: 503 });
    await team.work();
    await loseCards(team);
    clock.advance(900_000);
    await team.work();
    expect(transactionsOf(team)).toEqual([]);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'declined', error_code: 'no_saved_card' });
  });

  it('looks for a charge at the price that it was made for, also when the pack is sold at another one by now', async () => {
    const team = await low('paddle', 'lost');
    await team.work();
    const pack_1000 = ['pri_01k4acme0099paddle00000000', ...(testPriceIds.paddle?.pack_1000 ?? [])];
    team.context.settings.catalog = createCatalog(testItems, { paddle: { pack_1000 } });
    clock.advance(900_000);
    await team.work();
    expect(transactionsOf(team)).toHaveLength(1);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
  });

  it('takes no decline of a charge before for that of this one', async () => {
    const team = await low('paddle', 'visa');
    const [id, price] = [`txn_${randomUUID()}`, { id: testPriceIds.paddle?.pack_1000?.[0] }];
    team.api.world.put('transaction', {
      ...{ id, status: 'canceled', origin: 'subscription_charge', items: [{ price, quantity: 1 }] },
      ...{ subscription_id: team.providerSubscriptionId, created_at: new Date(+clock.now() - 60_000).toISOString() },
    });
    team.api.failOnce({ path: '/charge', status: 504 });
    await team.work();
    clock.advance(600_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null, attempts: 2 });
  });

  it('is not charged twice because it carries out late what was asked of it', async () => {
    const team = await low('paddle', 'visa');
    team.api.failOnce({ path: '/charge', status: 504 });
    await team.work();
    for (const pause of [15_000, 30_000, 60_000, 120_000, 240_000]) {
      clock.advance(pause);
      await team.work();
    }
    const asked = team.api.sent.filter(({ url }) => url.pathname.includes(`${team.providerSubscriptionId}/charge`));
    expect(asked).toHaveLength(1);
    team.api.world.put('transaction', {
      ...{ id: `txn_${randomUUID()}`, status: 'completed', origin: 'subscription_charge' },
      ...{ subscription_id: team.providerSubscriptionId, created_at: systemClock.now().toISOString() },
      items: [{ price: { id: testPriceIds.paddle?.pack_1000?.[0] }, quantity: 1 }],
    });
    clock.advance(900_000);
    await team.work();
    expect(transactionsOf(team)).toHaveLength(1);
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
  });

  it('is asked again where the subscription is locked, since it is about to renew', async () => {
    const team = await low('paddle', 'visa');
    team.api.failOnce({ path: '/charge', status: 409 });
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'unknown' });
    clock.advance(600_000);
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'charging', error_code: null });
    expect(transactionsOf(team)).toHaveLength(1);
  });

  it('that refuses stops the top-up', async () => {
    const team = await low('paddle', 'declined');
    await team.work();
    expect(await chargeOf(team.teamId)).toMatchObject({ state: 'declined', error_code: 'charge_refused' });
  });

  it('charges nobody without a subscription', async () => {
    const { context } = await low('paddle', 'visa');
    const teamId = await createTeam(database.db);
    await database.db.insert(billingCustomers).values({ provider: 'paddle', providerCustomerId: 'ctm_1', teamId });
    expect(await findChargeable(context, teamId, cardsOf(context))).toEqual({
      ...{ kind: 'no_subscription', provider: 'paddle' },
    });
  });
});
