import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingContext } from '@/lib/billing/context';
import { formatMoney } from '@/lib/money';
import { createIntent, createTeam, send, testContext } from '../support/billing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { changeFixture, readFixture } from '../support/fixtures';
import { pack100Context, pack100Purchase } from '../support/pack100';
import { balanceOf, count, expectInvariants, one, rows } from '../support/state';

let database: TestDatabase;
let context: BillingContext;
beforeAll(async () => {
  database = await createTestDatabase();
  context = pack100Context(database.db);
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const stripe = async (body: Uint8Array) => (await send(context, { provider: 'stripe', body })).status;
const idOf = (body: Uint8Array): string => JSON.parse(new TextDecoder().decode(body)).id;
const cases = (body: Uint8Array) =>
  rows(
    database.db,
    sql`select kind, state, local, remote from reconciliation_cases where event_id = ${idOf(body)} order by kind`,
  );
const checkoutState = async (checkoutId: string) =>
  (await one(database.db, sql`select state from billing_checkouts where id = ${checkoutId}`)).state;
const purchase = (teamId: string) => one(database.db, sql`select * from credit_purchases where team_id = ${teamId}`);

describe('a purchase that is recorded already', () => {
  it('is found by its payment and by its event, and no query fails on the way', async () => {
    const { teamId, paid } = await pack100Purchase(database.db);
    const first = paid();
    expect(await stripe(first)).toBe('applied');
    expect(await stripe(paid())).toBe('duplicate');
    expect(await stripe(first)).toBe('duplicate');
    expect(await balanceOf(database.db, teamId)).toBe(100);
    expect(
      await count(
        database.db,
        sql`select count(*) from billing_webhook_events where team_id = ${teamId} and error_code is not null`,
      ),
    ).toBe(0);
  });

  it('is not settled by being stored: the receipt of an attempt that failed has no settled time', async () => {
    const { paid } = await pack100Purchase(database.db);
    const body = paid();
    const failing = {
      ...context,
      onStep: (step: string) => {
        if (step === 'worked') throw new Error('boom');
      },
    };
    await send(failing, { provider: 'stripe', body });
    const row = await one(
      database.db,
      sql`select settled_at, state from billing_webhook_events where event_id = ${idOf(body)}`,
    );
    expect(row).toEqual({ settled_at: null, state: 'retrying' });
  });

  it('does not stop the next purchase of the same team', async () => {
    const january = await pack100Purchase(database.db);
    const february = await pack100Purchase(database.db, { teamId: january.teamId });
    await stripe(january.paid());
    await stripe(february.paid());
    expect(await balanceOf(database.db, january.teamId)).toBe(200);
  });
});

describe('what was paid', () => {
  it('with a full discount grants the pack', async () => {
    const { teamId, paid } = await pack100Purchase(database.db);
    const body = paid({
      'data.object.payment_status': 'no_payment_required',
      'data.object.amount_total': 0,
      'data.object.total_details.amount_discount': 1000,
      'data.object.payment_intent': null,
    });
    expect(await stripe(body)).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(100);
    expect(await purchase(teamId)).toMatchObject({
      amount_minor: '0',
      discount_minor: '1000',
      subtotal_minor: '1000',
      provider_payment_id: null,
    });
  });

  it('for nothing, without a discount, is no purchase', async () => {
    const { teamId, paid } = await pack100Purchase(database.db);
    const body = paid({
      'data.object.payment_status': 'no_payment_required',
      'data.object.amount_total': 0,
      'data.object.amount_subtotal': 0,
      'data.object.payment_intent': null,
    });
    expect(await stripe(body)).toBe('ignored');
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it("by somebody else's payment intent is not ours", async () => {
    const body = changeFixture('stripe', 'payment_intent.succeeded', {
      id: `evt_${randomUUID()}`,
      'data.object.metadata': {},
    });
    expect(await stripe(body)).toBe('ignored');
  });

  it('with tax, exclusive or inclusive, is recorded and grants the same', async () => {
    const exclusive = await pack100Purchase(database.db);
    const inclusive = await pack100Purchase(database.db);
    expect(
      await stripe(exclusive.paid({ 'data.object.amount_total': 1190, 'data.object.total_details.amount_tax': 190 })),
    ).toBe('applied');
    expect(await stripe(inclusive.paid({ 'data.object.total_details.amount_tax': 160 }))).toBe('applied');
    expect(await purchase(exclusive.teamId)).toMatchObject({
      credits: '100',
      subtotal_minor: '1000',
      tax_minor: '190',
      amount_minor: '1190',
    });
    expect(await purchase(inclusive.teamId)).toMatchObject({
      credits: '100',
      subtotal_minor: '840',
      tax_minor: '160',
      amount_minor: '1000',
    });
  });

  it.each([
    ['JPY', 1500, '¥1,500'],
    ['KWD', 3100, 'KWD 3.100'],
    ['USD', 1000, '$10.00'],
    ['USD', 9_000_000_000, '$90,000,000.00'],
  ])(
    'in %s, %i minor units, grants the pack and a half refund takes half of it',
    async (currency, amountMinor, shown) => {
      expect(formatMoney({ currency, amountMinor }).replace('\u00a0', ' ')).toBe(shown);
      const { teamId, paid, purchase: story } = await pack100Purchase(database.db, { currency, amountMinor });
      expect(await stripe(paid())).toBe('applied');
      expect(await balanceOf(database.db, teamId)).toBe(100);
      const refund = changeCurrency(story.refunded(`re_${teamId}`, amountMinor / 2), currency);
      expect(await stripe(refund)).toBe('applied');
      expect(await balanceOf(database.db, teamId)).toBe(50);
      expect(await purchase(teamId)).toMatchObject({
        currency,
        amount_minor: String(amountMinor),
        refunded_minor: String(amountMinor / 2),
      });
    },
  );

  it('in another currency than the catalog lists grants the pack and records the currency', async () => {
    const { teamId, paid } = await pack100Purchase(database.db);
    expect(
      await stripe(
        paid({ 'data.object.currency': 'eur', 'data.object.amount_subtotal': 930, 'data.object.amount_total': 930 }),
      ),
    ).toBe('applied');
    expect(await purchase(teamId)).toMatchObject({ credits: '100', currency: 'EUR', amount_minor: '930' });
  });

  it('three of a pack grants three times, whatever the metadata says', async () => {
    const { teamId, paid } = await pack100Purchase(database.db, { quantity: 3 });
    expect(await stripe(paid({ 'data.object.metadata.quantity': '1', 'data.object.metadata.credits': '5000' }))).toBe(
      'applied',
    );
    expect(await balanceOf(database.db, teamId)).toBe(300);
  });

  it('several items at once are one purchase with the sum of their credits', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'paddle' });
    const line = (priceId: string, quantity: number) => ({
      price_id: priceId,
      price: { id: priceId },
      quantity,
      proration: null,
    });
    const body = changeFixture('paddle', 'transaction.completed.one_off', {
      event_id: `evt_${checkoutId}`,
      'data.id': `txn_${checkoutId}`,
      'data.custom_data': { checkout_id: checkoutId },
      'data.items.0.price.id': 'price_100',
      'data.items.0.quantity': 2,
      'data.items.1': {
        ...line('price_500', 1),
        price: {
          ...JSON.parse(new TextDecoder().decode(readFixture('paddle', 'transaction.completed.one_off'))).data.items[0]
            .price,
          id: 'price_500',
        },
      },
    });
    expect((await send(context, { provider: 'paddle', body })).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(700);
    expect(await purchase(teamId)).toMatchObject({ quantity: 3, credits: '700' });
  });

  it('for another item than was chosen is granted as paid, and a person is told', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'polar', item: 'pack_5000' });
    const body = changeFixture('polar', 'order.paid.purchase', {
      'data.id': `order_${checkoutId}`,
      'data.customer_id': `cus_${checkoutId}`,
      'data.metadata': { checkout_id: checkoutId },
    });
    expect((await send(testContext(database.db), { provider: 'polar', body })).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(
      await rows(database.db, sql`select kind, state from reconciliation_cases where team_id = ${teamId}`),
    ).toEqual([{ kind: 'paid_item_differs', state: 'open' }]);
  });

  it('twice for one checkout is granted twice, and a person is told', async () => {
    const first = await pack100Purchase(database.db);
    expect(await stripe(first.paid())).toBe('applied');
    const second = first.paid({
      'data.object.id': `cs_second_${first.teamId}`,
      'data.object.payment_intent': `pi_second_${first.teamId}`,
    });
    expect(await stripe(second)).toBe('applied');
    expect(await balanceOf(database.db, first.teamId)).toBe(200);
    expect(await cases(second)).toMatchObject([{ kind: 'checkout_paid_twice', state: 'open' }]);
  });
});

describe("a plan's first payment through Lemon Squeezy", () => {
  it('comes as an order and as an invoice, and the order is not counted', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'lemonsqueezy', item: 'pro_monthly' });
    // Orders and invoices are numbered apart, so both may be the 900th; and nobody says what this id of a delivery tells.
    const own = { 'meta.custom_data': { checkout_id: checkoutId }, 'meta.webhook_id': 'one for all three' };
    const order = changeFixture('lemonsqueezy', 'order_created.subscription', { ...own, 'data.id': '900' });
    const subscription = changeFixture('lemonsqueezy', 'subscription_created', {
      ...own,
      ...{ 'data.id': `sub_${teamId}`, 'data.attributes.order_id': 900 },
    });
    const invoice = changeFixture('lemonsqueezy', 'subscription_payment_success.initial', {
      ...own,
      ...{ 'data.id': '900', 'data.attributes.subscription_id': `sub_${teamId}` },
    });
    const plans = testContext(database.db);
    const tell = async (body: Uint8Array) => (await send(plans, { provider: 'lemonsqueezy', body })).status;
    expect(await tell(order)).toBe('ignored');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await tell(subscription)).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await tell(invoice)).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await count(database.db, sql`select count(*) from credit_purchases where team_id = ${teamId}`)).toBe(0);
    const period = sql`
      select provider_payment_id, provider_order_payment_id from subscription_billing_periods
      where provider_renewal_key = 'invoice:900'`;
    expect(await rows(database.db, period)).toEqual([
      { provider_payment_id: 'invoice:900', provider_order_payment_id: 'order:900' },
    ]);
    expect(await count(database.db, sql`select count(*) from reconciliation_cases where team_id = ${teamId}`)).toBe(0);
  });

  it('a plan that somebody sells as a pack elsewhere is kept for a person', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'polar' });
    const body = changeFixture('polar', 'order.paid.purchase', {
      'data.id': `order_plan_${teamId}`,
      'data.product_id': '9d0d0000-0000-4000-8000-000000000001',
      'data.metadata': { checkout_id: checkoutId },
    });
    expect((await send(testContext(database.db), { provider: 'polar', body })).status).toBe('parked');
  });
});

describe('a price that lets the buyer choose the amount', () => {
  const order = async (subtotal: number) => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'polar' });
    const body = changeFixture('polar', 'order.paid.purchase.custom_price', {
      'data.id': `order_${checkoutId}`,
      'data.customer_id': `cus_${checkoutId}`,
      'data.metadata': { checkout_id: checkoutId },
      'data.subtotal_amount': subtotal,
      'data.net_amount': subtotal,
      'data.total_amount': subtotal,
      'data.due_amount': subtotal,
      'data.tax_amount': 0,
      'data.discount_amount': 0,
    });
    return {
      teamId,
      status: (await send(testContext(database.db), { provider: 'polar', body, eventId: `msg_${checkoutId}` })).status,
      eventId: `msg_${checkoutId}`,
    };
  };

  it('buys nothing below the price of the catalog, and a person decides', async () => {
    const { teamId, status, eventId } = await order(4899);
    expect(status).toBe('parked');
    expect(await rows(database.db, sql`select kind from reconciliation_cases where event_id = ${eventId}`)).toEqual([
      { kind: 'amount_below_price' },
    ]);
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it('buys the pack from that price on', async () => {
    const { teamId, status } = await order(4900);
    expect(status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });
});

describe('a checkout on the way', () => {
  const progress = changeType;

  it('with a delayed method is pending, then paid once, also when success comes first', async () => {
    const { teamId, checkoutId, paid } = await pack100Purchase(database.db);
    const pending = () => paid({ 'data.object.payment_status': 'unpaid' });
    expect(await stripe(pending())).toBe('applied');
    expect(await checkoutState(checkoutId)).toBe('pending');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await stripe(progress(paid(), 'checkout.session.async_payment_succeeded'))).toBe('applied');
    expect(await stripe(pending())).toBe('stale');
    expect(await checkoutState(checkoutId)).toBe('paid');
    expect(await balanceOf(database.db, teamId)).toBe(100);
  });

  it('whose success is told before the page was completed is paid once', async () => {
    const { teamId, checkoutId, paid } = await pack100Purchase(database.db);
    expect(await stripe(progress(paid(), 'checkout.session.async_payment_succeeded'))).toBe('applied');
    expect(await stripe(paid({ 'data.object.payment_status': 'unpaid' }))).toBe('stale');
    expect([await checkoutState(checkoutId), await balanceOf(database.db, teamId)]).toEqual(['paid', 100]);
    expect(await count(database.db, sql`select count(*) from reconciliation_cases where team_id = ${teamId}`)).toBe(0);
  });

  it('whose payment failed in the end gives nothing and says so', async () => {
    const { teamId, checkoutId, paid } = await pack100Purchase(database.db);
    await stripe(paid({ 'data.object.payment_status': 'unpaid' }));
    expect(
      await stripe(progress(paid({ 'data.object.payment_status': 'unpaid' }), 'checkout.session.async_payment_failed')),
    ).toBe('applied');
    expect(await checkoutState(checkoutId)).toBe('failed');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await count(database.db, sql`select count(*) from reconciliation_cases where team_id = ${teamId}`)).toBe(0);
  });

  it('that was abandoned is expired', async () => {
    const { checkoutId, paid } = await pack100Purchase(database.db);
    expect(
      await stripe(
        progress(
          paid({ 'data.object.payment_status': 'unpaid', 'data.object.status': 'expired' }),
          'checkout.session.expired',
        ),
      ),
    ).toBe('applied');
    expect(await checkoutState(checkoutId)).toBe('expired');
  });
});

describe('a shape that is unusual', () => {
  it('a guest without a customer is paid through the intent', async () => {
    const { teamId, paid } = await pack100Purchase(database.db);
    expect(await stripe(paid({ 'data.object.customer': null, 'data.object.subscription': null }))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(100);
  });

  it.each([null, undefined])('a session that tells what it must and nothing else (%j) is paid', async (nothing) => {
    const { teamId, paid } = await pack100Purchase(database.db);
    const told: Record<string, unknown> = JSON.parse(new TextDecoder().decode(paid())).data.object;
    const needed = [
      'id',
      'object',
      'mode',
      'payment_status',
      'amount_subtotal',
      'amount_total',
      'currency',
      'metadata',
    ];
    const rest = Object.keys(told).filter((field) => !needed.includes(field));
    const changes = Object.fromEntries(rest.map((field) => [`data.object.${field}`, nothing]));
    expect(await stripe(paid(changes))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(100);
  });

  it('a set-up session pays nothing', async () => {
    const { teamId, paid } = await pack100Purchase(database.db);
    expect(
      await stripe(
        paid({
          'data.object.mode': 'setup',
          'data.object.payment_status': 'no_payment_required',
          'data.object.amount_total': null,
          'data.object.amount_subtotal': null,
        }),
      ),
    ).toBe('ignored');
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it('a money event in a state that nobody knows is kept for a person, not dropped', async () => {
    const { purchase: story, paid } = await pack100Purchase(database.db);
    await stripe(paid());
    const odd = JSON.parse(new TextDecoder().decode(story.refunded('re_odd', 500)));
    odd.data.object.status = 'quantum';
    const body = new TextEncoder().encode(JSON.stringify(odd));
    expect(await stripe(body)).toBe('parked');
    expect(await cases(body)).toMatchObject([{ kind: 'unreadable_payload' }]);
  });

  it.each([
    ['polar', 'member.created'],
    ['paddle', 'business.imported'],
    ['lemonsqueezy', 'license_key_created'],
  ] as const)('%s sends a type that nobody knows: %s is ignored', async (provider, type) => {
    const field = { polar: 'type', paddle: 'event_type', lemonsqueezy: 'meta.event_name' }[provider];
    const body = changeFixture(provider, 'unknown.event_type', { [field]: type });
    expect((await send(context, { provider, body })).status).toBe('ignored');
  });
});

function changeCurrency(body: Uint8Array, currency: string): Uint8Array {
  const event = JSON.parse(new TextDecoder().decode(body));
  event.data.object.currency = currency.toLowerCase();
  return new TextEncoder().encode(JSON.stringify(event));
}

function changeType(body: Uint8Array, type: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ ...JSON.parse(new TextDecoder().decode(body)), type }));
}
