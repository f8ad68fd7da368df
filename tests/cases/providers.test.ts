import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog, defaultItems } from '@/lib/billing/catalog';
import type { BillingContext } from '@/lib/billing/context';
import { drain } from '@/lib/billing/drain';
import { listSubscriptionViews } from '@/lib/billing/subscriptions/card';
import { getAccess } from '@/lib/billing/subscriptions/queries';
import { fixedClock } from '@/lib/clock';
import { send, testPriceIds, testSettings } from '../support/billing';
import { bursts } from '../support/bursts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Life, messagesOf, newLife, openCasesOf, periodsOf, subscriptionOf } from '../support/life';
import { balanceOf, count, expectInvariants, one } from '../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const providers = ['stripe', 'lemonsqueezy', 'polar', 'paddle'] as const;
type PlanProvider = (typeof providers)[number];

/** A life on a clock of its own, and what its team may use at a time at which nothing more has been told. */
async function begin(provider: PlanProvider, { isSubscribed = true, at = '2026-09-01T10:01:00Z' } = {}) {
  const clock = fixedClock(at);
  const life = await newLife(database.db, provider, { clock });
  if (isSubscribed) for (const name of bursts[provider].first) await life.tell(name);
  const levelAt = async (time: string) => {
    clock.set(time);
    await drain(life.context, { budgetMs: 60_000 });
    return (await getAccess(life.context, life.teamId)).level;
  };
  return { ...life, clock, levelAt };
}

const renew = async (life: Life, provider: PlanProvider) => {
  for (const name of bursts[provider].renewal) await life.tell(name);
};
const allowances = ({ teamId }: Life) =>
  count(database.db, sql`select count(*) from credit_grants where team_id = ${teamId} and source_type = 'period'`);
const statusOf = async ({ teamId }: Life) => (await subscriptionOf(database.db, teamId))?.status;
const mapped = (life: Life, provider: PlanProvider, plans: Record<string, readonly string[]>): BillingContext => ({
  ...life.context,
  settings: testSettings({ catalog: createCatalog(defaultItems, { ...testPriceIds, [provider]: plans }) }),
});

describe('a cycle that the provider begins before it is paid', () => {
  it('of Paddle grants nothing until it is paid, and is past due and not over meanwhile', async () => {
    const life = await begin('paddle');
    await renew(life, 'paddle');
    const begun = {
      ...{ event_id: `evt_begun_${life.scope}`, occurred_at: '2026-11-01T10:00:02.100000Z' },
      'data.current_billing_period': {
        starts_at: '2026-11-01T10:00:00.449123Z',
        ends_at: '2026-12-01T10:00:00.449123Z',
      },
    };
    expect(await life.tell('subscription.updated.renewed', begun)).toBe('applied');
    expect(await statusOf(life)).toBe('active');
    for (const name of ['transaction.payment_failed.subscription_recurring', 'subscription.updated.past_due'])
      expect(await life.tell(name)).toBe('applied');
    expect(await life.tell('subscription.past_due')).toBe('stale');
    expect([await statusOf(life), await allowances(life)]).toEqual(['past_due', 2]);
    expect((await subscriptionOf(database.db, life.teamId))?.ended_at).toBeNull();
    for (const name of ['transaction.completed.subscription_recurring.recovered', 'subscription.updated.recovered'])
      expect(await life.tell(name)).toBe('applied');
    expect([await statusOf(life), await allowances(life)]).toEqual(['active', 3]);
    expect((await periodsOf(database.db, life.teamId)).at(-1)).toBe('recovery 2026-11-01 2026-12-01');
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });

  it('of Polar that was revoked though it can recover is past due, and goes on once it is paid', async () => {
    const life = await begin('polar');
    await renew(life, 'polar');
    const november = { start: '2026-11-01T10:00:00.512345Z', end: '2026-12-01T10:00:00.512345Z' };
    const revoked = {
      ...{ timestamp: '2026-11-01T10:00:08.300000Z', 'data.status': 'past_due', 'data.ended_at': null },
      ...{ 'data.ends_at': null, 'data.cancel_at_period_end': false },
      'data.product_id': testPriceIds.polar?.pro_monthly?.[0],
    };
    expect(await life.tell('subscription.revoked', revoked)).toBe('applied');
    expect([await statusOf(life), await allowances(life)]).toEqual(['past_due', 2]);
    const paid = {
      ...{ 'data.id': `order_november_${life.scope}`, timestamp: '2026-11-03T10:00:08.100000Z' },
      ...{ 'data.items.0.start_timestamp': november.start, 'data.items.0.end_timestamp': november.end },
    };
    expect(await life.tell('order.paid.subscription_cycle', paid)).toBe('applied');
    expect(await life.tell('subscription.active.recovered')).toBe('applied');
    expect([await statusOf(life), await allowances(life)]).toEqual(['active', 3]);
    expect((await periodsOf(database.db, life.teamId)).at(-1)).toBe('renewal 2026-11-01 2026-12-01');
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });

  it.each([[['recovered', 'success']], [['success', 'recovered']]])(
    'of Lemon Squeezy that is recovered is told by two events and granted once: %j',
    async (order) => {
      const life = await begin('lemonsqueezy');
      await renew(life, 'lemonsqueezy');
      expect(await life.tell('subscription_payment_failed.renewal')).toBe('applied');
      expect(await life.tell('subscription_updated.past_due')).toBe('applied');
      expect([await statusOf(life), await allowances(life)]).toEqual(['past_due', 2]);
      expect(await life.tell('subscription_updated.recovered')).toBe('applied');
      const names = {
        recovered: 'subscription_payment_recovered',
        success: 'subscription_payment_success.renewal.recovered',
      };
      const answers = [];
      for (const which of order) answers.push(await life.tell(which === 'success' ? names.success : names.recovered));
      expect(answers).toEqual(['applied', 'duplicate']);
      expect([await statusOf(life), await allowances(life)]).toEqual(['active', 3]);
      expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
    },
  );
});

describe('a cancellation at the end of the period', () => {
  const november = '2026-11-01T10:00:00.000000Z';
  /** How each says that it will end, that it will not, and that it has ended. */
  const told: Record<'polar' | 'lemonsqueezy', [string, Record<string, unknown>][]> = {
    lemonsqueezy: [
      ['subscription_cancelled', { 'data.attributes.updated_at': '2026-10-05T09:00:00.000000Z' }],
      ['subscription_resumed', { 'data.attributes.updated_at': '2026-10-06T09:00:00.000000Z' }],
      ['subscription_expired', { 'data.attributes.updated_at': '2026-11-01T10:00:30.000000Z' }],
    ],
    polar: [
      ['subscription.canceled.cancel_at_period_end', { timestamp: '2026-10-05T09:00:00.300000Z' }],
      ['subscription.uncanceled', { timestamp: '2026-10-06T09:00:00.300000Z' }],
      ['subscription.revoked', { timestamp: '2026-11-01T10:00:02.300000Z', 'data.ended_at': november }],
    ],
  };
  const own = {
    lemonsqueezy: (index: number) => ({
      ...{ 'data.attributes.variant_id': 700001, 'data.attributes.renews_at': november },
      'data.attributes.ends_at': index === 1 ? null : november,
    }),
    polar: (index: number) => ({
      ...{ 'data.product_id': testPriceIds.polar?.pro_monthly?.[0], 'data.current_period_end': november },
      ...{ 'data.current_period_start': '2026-10-01T10:00:00.512345Z', 'data.ends_at': index === 1 ? null : november },
    }),
  };

  it.each(['polar', 'lemonsqueezy'] as const)(
    'of %s leaves everything until then and nothing after it, though no further event comes',
    async (provider) => {
      const life = await begin(provider);
      await renew(life, provider);
      const [canceled, , ended] = told[provider];
      if (!canceled || !ended) throw new Error('It is told in three ways.');
      expect(await life.tell(canceled[0], { ...own[provider](0), ...canceled[1] })).toBe('applied');
      expect(await life.levelAt('2026-11-01T09:59:59Z')).toBe('full');
      expect(await life.levelAt('2026-11-01T10:00:01Z')).toBe('none');
      const before = await balanceOf(database.db, life.teamId);
      expect(await life.tell(ended[0], { ...own[provider](2), ...ended[1] })).toBe('applied');
      expect(await statusOf(life)).toBe('canceled');
      expect(await life.levelAt('2026-11-01T12:00:00Z')).toBe('none');
      expect([await balanceOf(database.db, life.teamId), await allowances(life)]).toEqual([before, 2]);
    },
  );

  it.each(['polar', 'lemonsqueezy'] as const)('of %s that is taken back leaves it as it was', async (provider) => {
    const life = await begin(provider);
    await renew(life, provider);
    const [canceled, kept] = told[provider];
    if (!canceled || !kept) throw new Error('It is told in three ways.');
    await life.tell(canceled[0], { ...own[provider](0), ...canceled[1] });
    expect(await life.tell(kept[0], { ...own[provider](1), ...kept[1] })).toBe('applied');
    expect(await life.levelAt('2026-11-01T10:30:00Z')).toBe('full');
    expect([await balanceOf(database.db, life.teamId), await allowances(life)]).toEqual([1000, 2]);
  });
});

describe('a renewal that does not say whose it is', () => {
  const silent: Record<PlanProvider, Record<string, unknown>> = {
    stripe: { 'data.object.parent.subscription_details.metadata': {} },
    lemonsqueezy: { 'meta.custom_data': undefined },
    polar: { 'data.metadata': {}, 'data.checkout_id': null },
    paddle: { 'data.custom_data': null },
  };
  const renewals: Record<PlanProvider, string> = {
    stripe: 'invoice.paid.subscription_cycle',
    lemonsqueezy: 'subscription_payment_success.renewal',
    polar: 'order.paid.subscription_cycle',
    paddle: 'transaction.completed.subscription_recurring',
  };

  it.each(providers)('is its subscription’s, through %s', async (provider) => {
    const life = await begin(provider);
    if (provider === 'lemonsqueezy') await life.tell('subscription_updated.renewed', silent.lemonsqueezy);
    expect(await life.tell(renewals[provider], silent[provider])).toBe('applied');
    expect([await balanceOf(database.db, life.teamId), await allowances(life)]).toEqual([1000, 2]);
  });

  it('is never that of a subscription with the number of the invoice', async () => {
    const [life, other] = [await begin('lemonsqueezy', { isSubscribed: false }), await begin('lemonsqueezy')];
    const number = `1652${other.scope.padStart(5, '0')}001`;
    await life.tell('subscription_created');
    expect(await life.tell('subscription_payment_success.initial', { 'data.id': number })).toBe('applied');
    expect([await balanceOf(database.db, life.teamId), await balanceOf(database.db, other.teamId)]).toEqual([
      1000, 1000,
    ]);
    expect(await life.tell('subscription_payment_failed.renewal', { 'data.id': `${number}9` })).toBe('applied');
    expect(await life.tell('subscription_updated.past_due')).toBe('applied');
    expect([await statusOf(life), await statusOf(other)]).toEqual(['past_due', 'active']);
    expect(await messagesOf(database.db, other.teamId)).toEqual(['subscription_renewed pending']);
  });
});

describe('a variant that the catalog does not know', () => {
  it('leaves the plan, moves the paid time, grants nothing, and is granted once when it is mapped', async () => {
    const life = await begin('lemonsqueezy');
    const unknown = { 'data.attributes.variant_id': 799999 };
    const changed = {
      ...{ ...unknown, 'data.attributes.updated_at': '2026-09-20T09:00:00.000000Z' },
      'data.attributes.renews_at': '2026-10-01T10:00:00.000000Z',
    };
    expect(await life.tell('subscription_updated.plan_change', changed)).toBe('applied');
    expect(await life.tell('subscription_updated.renewed', unknown)).toBe('applied');
    const renewal = life.body('subscription_payment_success.renewal');
    const told = async (context: BillingContext, body = renewal) =>
      (await send(context, { provider: 'lemonsqueezy', body })).status;
    expect(await told(life.context)).toBe('applied');
    const row = await subscriptionOf(database.db, life.teamId);
    expect(row).toMatchObject({ plan: 'pro_monthly', status: 'active', revision: 2 });
    expect(new Date(String(row?.current_period_end)).toISOString()).toBe('2026-11-01T10:00:00.000Z');
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['unknown_price', 'unknown_price']);
    const known = mapped(life, 'lemonsqueezy', { pro_monthly: ['700001'], business_monthly: ['799999'] });
    const again = life.body('subscription_payment_success.renewal', { 'meta.webhook_id': 'again' });
    expect(await told(known, again)).toBe('applied');
    expect(await told(known, life.body('subscription_payment_success.renewal', { 'meta.webhook_id': 'a third' }))).toBe(
      'duplicate',
    );
    expect([await balanceOf(database.db, life.teamId), await allowances(life)]).toEqual([5000, 2]);
  });
});

describe('what Stripe tells of a plan', () => {
  it('with an add-on of another interval is a period of the plan’s own, whichever stands first', async () => {
    for (const isReversed of [false, true]) {
      const life = await begin('stripe', { isSubscribed: false });
      const tell = async (name: string, path: 'items' | 'lines') => {
        const body = JSON.parse(new TextDecoder().decode(life.body(name)));
        if (isReversed) body.data.object[path].data.reverse();
        const told = new TextEncoder().encode(JSON.stringify(body));
        return (await send(life.context, { provider: 'stripe', body: told })).status;
      };
      expect(await tell('customer.subscription.created.mixed_intervals', 'items')).toBe('applied');
      expect(await tell('invoice.paid.subscription_create.mixed_intervals', 'lines')).toBe('applied');
      expect(await periodsOf(database.db, life.teamId)).toEqual(['first 2026-09-01 2026-10-01']);
      expect([await balanceOf(database.db, life.teamId), await allowances(life)]).toEqual([1000, 1]);
    }
  });

  it('without a period is for a person, and moves nothing of a plan that is active', async () => {
    const life = await begin('stripe');
    const before = await subscriptionOf(database.db, life.teamId);
    const item = 'data.object.items.data.0';
    const nothing = { [`${item}.current_period_start`]: undefined, [`${item}.current_period_end`]: undefined };
    expect(await life.tell('customer.subscription.updated.renewed', nothing)).toBe('parked');
    expect(await subscriptionOf(database.db, life.teamId)).toEqual(before);
    const line = 'data.object.lines.data.0.period';
    expect(await life.tell('invoice.paid.subscription_cycle', { [line]: undefined })).toBe('parked');
    expect(await subscriptionOf(database.db, life.teamId)).toEqual(before);
  });

  it('in periods that drift at the end of a month is kept as it is told, each once', async () => {
    const seconds = (day: string) => Date.parse(`${day}T10:00:00Z`) / 1000;
    for (const end of ['2027-03-28', '2027-03-31']) {
      const life = await begin('stripe', { isSubscribed: false, at: '2027-03-01T10:00:00Z' });
      const line = 'data.object.lines.data.0.period';
      const first = { start: seconds('2027-01-31'), end: seconds('2027-02-28') };
      expect(await life.tell('invoice.paid.subscription_create', { [line]: first })).toBe('applied');
      const second = { start: first.end, end: seconds(end) };
      expect(await life.tell('invoice.paid.subscription_cycle', { [line]: second })).toBe('applied');
      const periods = ['first 2027-01-31 2027-02-28', `renewal 2027-02-28 ${end}`];
      expect(await periodsOf(database.db, life.teamId)).toEqual(periods);
      expect(await allowances(life)).toBe(2);
    }
  });

  it('of seats is what the newest update says: eight are eight, none told is one, and none at all is a case', async () => {
    const life = await begin('stripe');
    const quantity = async (at: string, value: number | undefined) => {
      const changes = { id: `evt_${life.teamId}_${at}`, created: Date.parse(at) / 1000 };
      const item = { 'data.object.items.data.0.quantity': value };
      expect(await life.tell('customer.subscription.updated.quantity', { ...changes, ...item })).toBe('applied');
      return (await subscriptionOf(database.db, life.teamId))?.quantity;
    };
    expect(await quantity('2026-09-10T10:00:00Z', 8)).toBe(8);
    expect(await quantity('2026-09-11T10:00:00Z', undefined)).toBe(1);
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
    expect(await quantity('2026-09-12T10:00:00Z', 0)).toBe(1);
    expect(await openCasesOf(database.db, life.teamId)).toHaveLength(1);
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
  });
});

describe('a trial', () => {
  it('that is canceled before its end gives all until then, and neither credits nor a message of a payment', async () => {
    const life = await begin('stripe', { isSubscribed: false, at: '2026-09-05T12:00:05Z' });
    expect(await life.tell('customer.subscription.created.trialing')).toBe('applied');
    expect(await life.tell('invoice.paid.subscription_create.trial')).toBe('ignored');
    expect(await statusOf(life)).toBe('trialing');
    expect(await messagesOf(database.db, life.teamId)).toEqual([]);
    const canceled = {
      ...{ id: `evt_canceled_${life.teamId}`, type: 'customer.subscription.updated' },
      ...{ created: Date.parse('2026-09-10T12:00:00Z') / 1000, 'data.object.cancel_at_period_end': true },
    };
    expect(await life.tell('customer.subscription.created.trialing', canceled)).toBe('applied');
    expect(await life.levelAt('2026-09-19T11:59:59Z')).toBe('full');
    expect(await life.levelAt('2026-09-19T12:00:00Z')).toBe('none');
    expect(await periodsOf(database.db, life.teamId)).toEqual([]);
    expect(
      await one(database.db, sql`select count(*)::int as n from credit_grants where team_id = ${life.teamId}`),
    ).toEqual({
      n: 0,
    });
  });
});

describe('a smaller plan that was chosen for the next period', () => {
  const [pro, business] = [testPriceIds.polar?.pro_monthly?.[0], testPriceIds.polar?.business_monthly?.[0]];

  async function onBusiness() {
    const life = await begin('polar', { isSubscribed: false });
    for (const name of bursts.polar.first) await life.tell(name, { 'data.product_id': business });
    const update = (timestamp: string, pending: unknown) =>
      life.tell('subscription.updated.active', {
        timestamp,
        'data.product_id': business,
        'data.pending_update': pending,
      });
    const next = async () => (await listSubscriptionViews(life.context, life.teamId))[0]?.next;
    life.clock.set('2026-09-12T12:00:00Z');
    const applies_at = '2026-10-01T10:00:00.512345Z';
    expect(await update('2026-09-10T12:00:00.100000Z', { product_id: pro, applies_at, seats: null })).toBe('applied');
    return { ...life, update, next };
  }

  it('is shown with its day, changes nothing before it, and begins when it is paid', async () => {
    const life = await onBusiness();
    expect(await life.next()).toMatchObject({
      kind: 'changes_plan',
      plan: 'pro_monthly',
      at: '2026-10-01T10:00:00.512345Z',
    });
    expect(await getAccess(life.context, life.teamId)).toMatchObject({ level: 'full', plan: 'business_monthly' });
    expect(await balanceOf(database.db, life.teamId)).toBe(5000);
    await renew(life, 'polar');
    life.clock.set('2026-10-02T12:00:00Z');
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await life.next()).toMatchObject({ kind: 'renews', plan: 'pro_monthly' });
  });

  it('that is taken back is shown no more, and the plan renews as it was', async () => {
    const life = await onBusiness();
    expect(await life.update('2026-09-20T12:00:00.100000Z', null)).toBe('applied');
    expect(await life.next()).toMatchObject({ kind: 'renews', plan: 'business_monthly' });
    for (const name of bursts.polar.renewal) await life.tell(name, { 'data.product_id': business });
    expect([await balanceOf(database.db, life.teamId), await allowances(life)]).toEqual([5000, 2]);
  });
});
