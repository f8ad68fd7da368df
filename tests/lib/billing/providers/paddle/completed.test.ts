import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/paddle/normalize';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

const read = (name: string, data: Record<string, unknown> = {}) =>
  normalize(
    changeFixture(
      'paddle',
      `transaction.completed.${name}`,
      Object.fromEntries(Object.entries(data).map(([field, value]) => [`data.${field}`, value])),
    ),
  ).content;
const firstEvent = (content: ReturnType<typeof read>) => (content.kind === 'events' ? content.events[0] : null);
const subscription = 'sub_01k4acme0001paddle00000000';
const totals = (told: { subtotal: number; discount: number; tax: number; total: number }) =>
  Object.fromEntries(Object.entries(told).map(([part, amount]) => [`details.totals.${part}`, String(amount)]));

const plan = (id: string, interval: string) => ({ id, billing_cycle: { interval, frequency: 1 } });

describe('a completed transaction', () => {
  test.each([
    ['one_off', { origin: 'web' }, { kind: 'purchase_paid' }],
    ['one_off', { origin: 'api' }, { kind: 'purchase_paid' }],
    ['one_off', { origin: 'subscription_charge', subscription_id: subscription }, { kind: 'purchase_paid' }],
    ['subscription_create', { origin: 'web' }, { kind: 'period_paid', reason: 'start' }],
    ['subscription_create', { origin: 'api' }, { kind: 'period_paid', reason: 'start' }],
    ['subscription_recurring', {}, { kind: 'period_paid', reason: 'cycle' }],
    ['subscription_update', {}, { kind: 'proration_paid' }],
    ['subscription_update.full_cycle', {}, { kind: 'period_paid', reason: 'update' }],
  ])('%s of %j is told as %j', (name, data, expected) => {
    expect(firstEvent(read(name, data))).toMatchObject(expected);
  });

  test.each(['acme_future_origin', '', 'constructor'])(
    'of an origin that is not known (%j) is for a person',
    (origin) => {
      expect(read('one_off', { origin })).toEqual({ kind: 'unreadable', reason: 'data.origin' });
    },
  );

  test.each([
    ['one_off', { status: 'paid' }, 'data.status'],
    ['one_off', { subscription_id: ['sub_1'] }, 'data.subscription_id'],
    ['one_off', { items: [] }, 'data.items'],
    ['one_off', { 'items.0.quantity': 0 }, 'data.items.quantity'],
    ['one_off', { 'items.0.quantity': -1 }, 'data.items.quantity'],
    ['one_off', { 'items.0.quantity': 1.5 }, 'data.items.0.quantity'],
    ['one_off', { 'items.0.price': null, 'items.0.price_id': null }, 'data.items.0.price'],
    ['one_off', { currency_code: 'usd' }, 'data.currency_code'],
    ['one_off', { 'details.totals.total': '9007199254740992' }, 'data.details.totals.total'],
    ['one_off', { 'details.totals.total': '49.00' }, 'data.details.totals.total'],
    ['one_off', { 'details.totals.total': 4900 }, 'data.details.totals.total'],
    ['one_off', { 'details.totals.total': '-4900' }, 'data.details.totals'],
    ['one_off', { 'details.totals.tax': '5000' }, 'data.details.totals'],
    ['subscription_create', { subscription_id: null }, 'data.subscription_id'],
    ['subscription_recurring', { subscription_id: null }, 'data.subscription_id'],
    ['subscription_recurring', { billing_period: null }, 'data.billing_period'],
    ['subscription_update.full_cycle', { billing_period: null }, 'data.billing_period'],
    [
      'subscription_update.full_cycle',
      totals({ subtotal: -100, discount: 0, tax: 0, total: -100 }),
      'data.details.totals',
    ],
    ['subscription_update', { 'details.line_items': [] }, 'data.details.line_items'],
  ])('%s with %j is for a person', (name, data, reason) => {
    expect(read(name, data)).toEqual({ kind: 'unreadable', reason });
  });

  test('that charged nothing is a trial at the start, and nothing later', () => {
    const nothing = totals({ subtotal: 0, discount: 0, tax: 0, total: 0 });
    expect(read('subscription_create', nothing)).toEqual({ kind: 'ignored', reason: 'trial_start' });
    expect(read('subscription_update', nothing)).toEqual({ kind: 'ignored', reason: 'nothing_was_paid' });
    expect(read('subscription_payment_method_change.past_due', nothing)).toEqual({
      kind: 'ignored',
      reason: 'nothing_was_paid',
    });
  });

  test('that charged nothing because of a full discount was paid', () => {
    const coupon = totals({ subtotal: 4900, discount: 4900, tax: 0, total: 0 });
    expect(firstEvent(read('one_off', coupon))).toMatchObject({
      kind: 'purchase_paid',
      price: { amountMinor: 0, discountMinor: 4900 },
    });
    expect(firstEvent(read('subscription_create', coupon))).toMatchObject({ kind: 'period_paid', reason: 'start' });
  });
});

describe('what was paid', () => {
  test('is the total, also where part of it came from the balance that the customer had', () => {
    const price = { subtotalMinor: 4900, amountMinor: 4900, listedMinor: 4900 };
    expect(firstEvent(read('one_off.balance_credit'))).toMatchObject({ price });
  });

  test('is dated by the last capture, then by the bill, then by the event', () => {
    const paidAt = (data: Record<string, unknown>) => firstEvent(read('subscription_recurring.recovered', data));
    expect(paidAt({})).toMatchObject({ paidAt: '2026-11-04T10:00:05.900000Z' });
    expect(paidAt({ payments: [] })).toMatchObject({ paidAt: '2026-11-01T10:00:01.900000Z' });
    expect(paidAt({ payments: undefined, billed_at: null })).toMatchObject({ paidAt: '2026-11-04T10:00:08.300000Z' });
  });

  test('keeps the microseconds of its period', () => {
    expect(firstEvent(read('subscription_recurring'))).toMatchObject({
      period: { start: '2026-10-01T10:00:00.449123Z', end: '2026-11-01T10:00:00.449123Z' },
    });
  });

  test('is known by its price id where the price itself is missing', () => {
    expect(firstEvent(read('one_off', { 'items.0.price': null }))).toMatchObject({
      lines: [{ providerPriceId: 'pri_01k4acme0003paddle00000000', quantity: 1 }],
      price: { listedMinor: 4900 },
    });
  });

  test('was paid at once unless an attempt failed before', () => {
    expect(firstEvent(read('subscription_recurring'))).toMatchObject({ recovered: false });
    expect(firstEvent(read('subscription_recurring.recovered'))).toMatchObject({ recovered: true });
  });

  test('of a renewal leaves out what settles the period before', () => {
    const [item] = JSON.parse(
      new TextDecoder().decode(readFixture('paddle', 'transaction.completed.subscription_update')),
    ).data.items;
    expect(firstEvent(read('subscription_recurring', { 'items.1': item }))).toMatchObject({
      lines: [{ providerPriceId: 'pri_01k4acme0001paddle00000000', quantity: 1, amountChosenByBuyer: false }],
    });
  });
});

describe('a top-up on a subscription', () => {
  const topUp = firstEvent(read('subscription_charge'));

  test('is a purchase of what its price id says', () => {
    expect(topUp).toMatchObject({
      kind: 'purchase_paid',
      lines: [{ providerPriceId: 'pri_01k4acme0003paddle00000000' }],
    });
  });

  test('names its subscription, and a checkout only as the custom data that the plan came with', () => {
    expect(topUp).toMatchObject({
      buyer: { providerSubscriptionId: subscription, providerCheckoutId: null, checkoutId: 'chk_01JB3KQ9PLAN' },
    });
  });
});

describe('a change of plan', () => {
  test('to a longer cycle pays a period of its own, without what it gives back', () => {
    expect(firstEvent(read('subscription_update.full_cycle'))).toMatchObject({
      lines: [{ providerPriceId: 'pri_01k4acme0005paddle00000000', quantity: 1 }],
      period: { start: '2026-11-10T15:30:00.000000Z', end: '2027-11-10T15:30:00.000000Z' },
      price: { amountMinor: 26996 },
    });
  });

  test('that is charged in full for the rest of a period is no period', () => {
    expect(firstEvent(read('subscription_update', { 'items.0.proration': null }))).toMatchObject({
      kind: 'proration_paid',
    });
  });

  test('that is charged in proportion is no period, however long the rest of the period is', () => {
    const billing_period = { starts_at: '2026-11-01T10:00:00Z', ends_at: '2026-12-01T10:00:00Z' };
    expect(firstEvent(read('subscription_update', { billing_period }))).toMatchObject({ kind: 'proration_paid' });
  });

  test.each([
    ['month', 1, '2027-01-31T10:00:00Z', '2027-02-28T10:00:00Z', true],
    ['month', 1, '2027-01-31T10:00:00Z', '2027-02-28T09:59:59Z', false],
    ['month', 1, '2028-01-31T10:00:00Z', '2028-02-28T10:00:00Z', false],
    ['month', 3, '2026-11-30T10:00:00Z', '2027-02-28T10:00:00Z', true],
    ['year', 1, '2028-02-29T10:00:00Z', '2029-02-28T10:00:00Z', true],
    ['year', 1, '2027-03-01T10:00:00Z', '2028-02-29T10:00:00Z', false],
    ['week', 2, '2027-03-01T10:00:00Z', '2027-03-15T10:00:00Z', true],
    ['day', 10, '2027-03-01T10:00:00Z', '2027-03-10T10:00:00Z', false],
    ['fortnight', 1, '2027-03-01T10:00:00Z', '2037-03-15T10:00:00Z', false],
  ])('per %s (%i) from %s to %s pays a period: %s', (interval, frequency, starts_at, ends_at, isPeriod) => {
    const data = {
      'items.0.proration': null,
      'items.0.price.billing_cycle': { interval, frequency },
      billing_period: { starts_at, ends_at },
    };
    expect(firstEvent(read('subscription_update', data))?.kind).toBe(isPeriod ? 'period_paid' : 'proration_paid');
  });

  test('that gives a whole period back pays none', () => {
    const data = { 'items.1': { price_id: null, price: plan('pri_yearly', 'year'), quantity: -1, proration: null } };
    const billing_period = { starts_at: '2026-11-10T15:30:00Z', ends_at: '2027-11-10T15:30:00Z' };
    expect(firstEvent(read('subscription_update', { ...data, billing_period }))).toMatchObject({
      kind: 'proration_paid',
    });
  });

  test('tells both sides of the difference, which add up to what was paid', () => {
    const event = firstEvent(read('subscription_update.both_sides'));
    const lines = event?.kind === 'proration_paid' ? event.lines : [];
    expect(lines.map(({ amountMinor }) => amountMinor)).toEqual([5459, -2004]);
    expect(event).toMatchObject({ price: { amountMinor: 5459 - 2004 } });
  });

  test('that gives back more than it charges pays nothing', () => {
    expect(read('subscription_update.credited')).toEqual({ kind: 'ignored', reason: 'credited_to_balance' });
  });
});
