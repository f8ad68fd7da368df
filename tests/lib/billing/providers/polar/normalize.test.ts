import { describe, expect, test } from 'vitest';
import { polar } from '@/lib/billing/providers/polar';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

function contentOf(name: string, changes: Record<string, unknown> = {}) {
  return polar.normalize(changeFixture('polar', name, changes)).content;
}

function priceOf(name: string) {
  const content = contentOf(name);
  const [event] = content.kind === 'events' ? content.events : [];
  return event?.kind === 'purchase_paid' ? event.price : null;
}

describe('a paid Polar order', () => {
  test('with tax on top counts the net amount as subtotal', () => {
    expect(priceOf('order.paid.purchase.tax_exclusive')).toEqual({
      currency: 'USD',
      subtotalMinor: 4900,
      discountMinor: 0,
      taxMinor: 931,
      amountMinor: 5831,
      listedMinor: 4900,
    });
  });

  test('with tax inside takes it out of the subtotal, and the buyer saw the price with tax', () => {
    expect(priceOf('order.paid.purchase.tax_inclusive')).toMatchObject({
      subtotalMinor: 4118,
      taxMinor: 782,
      amountMinor: 4900,
      listedMinor: 4900,
    });
  });

  test.each([
    'order.paid.purchase',
    'order.paid.purchase.tax_exclusive',
    'order.paid.purchase.tax_inclusive',
    'order.paid.purchase.tax_inclusive.discount',
    'order.paid.purchase.full_discount',
    'order.paid.purchase.jpy',
    'order.paid.purchase.over_int32',
  ])('adds up in one basis: %s', (name) => {
    const price = priceOf(name);
    expect(price?.amountMinor).toBe((price?.subtotalMinor ?? 0) - (price?.discountMinor ?? 0) + (price?.taxMinor ?? 0));
  });

  test('whose amounts do not add up is for a person', () => {
    expect(contentOf('order.paid.purchase', { 'data.total_amount': 4800 })).toEqual({
      kind: 'unreadable',
      reason: 'data.total_amount',
    });
  });

  test('that the balance of the customer paid in part was paid in full', () => {
    expect(priceOf('order.paid.purchase.customer_balance')?.amountMinor).toBe(4900);
  });

  test('of nothing is no purchase without a discount, and one with it', () => {
    expect(contentOf('order.paid.purchase.zero_without_discount')).toMatchObject({ kind: 'ignored' });
    expect(priceOf('order.paid.purchase.full_discount')).toMatchObject({ amountMinor: 0, discountMinor: 4900 });
  });

  test.each([
    ['units', { 'data.units': 3 }, 3],
    ['seats', { 'data.seats': 5 }, 5],
    ['neither', {}, 1],
  ])('multiplies by %s', (_, changes, quantity) => {
    expect(contentOf('order.paid.purchase', changes)).toMatchObject({ events: [{ lines: [{ quantity }] }] });
  });

  test.each([
    ['data.units', 0],
    ['data.units', 1.5],
    ['data.billing_reason', 'gift'],
    ['data.status', 'lent'],
    ['data.currency', 'dollars'],
    ['data.total_amount', 2 ** 53],
    ['data.subtotal_amount', -1],
    ['data.id', undefined],
    ['data.product_id', null],
    ['timestamp', 'soon'],
  ])('with an unknown %s (%s) is for a person, not dropped', (path, value) => {
    expect(contentOf('order.paid.purchase', { [path]: value })).toEqual({ kind: 'unreadable', reason: path });
  });

  test.each([['draft'], ['pending'], ['void']])('that says it is %s pays for nothing', (status) => {
    expect(contentOf('order.paid.purchase', { 'data.status': status })).toMatchObject({ kind: 'ignored' });
  });

  test('that was refunded by the time of its delivery was still paid', () => {
    expect(contentOf('order.paid.purchase', { 'data.status': 'refunded' })).toMatchObject({ kind: 'events' });
  });

  test('tells that the buyer chose the amount only where its own price says so', () => {
    const prices = [{ id: '961ce000-0000-4000-8000-000000000009', amount_type: 'custom' }];
    expect(contentOf('order.paid.purchase.custom_price')).toMatchObject({
      events: [{ lines: [{ amountChosenByBuyer: true }] }],
    });
    expect(contentOf('order.paid.purchase.custom_price', { 'data.product.prices': prices })).toMatchObject({
      events: [{ lines: [{ amountChosenByBuyer: false }] }],
    });
  });

  test.each([[null], [[]], ['text'], [{ team_id: ['a'], checkout_id: '' }], [{ checkout_id: 'x'.repeat(201) }]])(
    'reads no buyer from metadata %o',
    (metadata) => {
      expect(contentOf('order.paid.purchase', { 'data.metadata': metadata })).toMatchObject({
        events: [{ buyer: { checkoutId: null, claimedTeamId: null } }],
      });
    },
  );

  test('names our checkout without the NUL that somebody put into it', () => {
    expect(contentOf('order.paid.purchase', { 'data.metadata.checkout_id': 'chk_\u00001' })).toMatchObject({
      events: [{ buyer: { checkoutId: 'chk_1' } }],
    });
  });
});

describe('an order of a subscription', () => {
  test('at the start of a trial is no period', () => {
    expect(contentOf('order.paid.subscription_create.trial')).toMatchObject({ kind: 'ignored' });
  });

  test('for a change is a proration, and a period where a whole cycle was billed', () => {
    expect(contentOf('order.paid.subscription_update')).toMatchObject({ events: [{ kind: 'proration_paid' }] });
    expect(contentOf('order.paid.subscription_update.full_cycle')).toMatchObject({
      events: [
        {
          kind: 'period_paid',
          reason: 'update',
          period: { start: '2026-11-20T08:00:00.000000Z', end: '2027-11-20T08:00:00.000000Z' },
        },
      ],
    });
  });

  test('takes the cycle that was billed, not the metered one before it', () => {
    const metered = {
      amount: 0,
      proration: false,
      product_price_id: null,
      start_timestamp: '2026-09-01T10:00:00.512345Z',
      end_timestamp: '2026-10-01T10:00:00.512345Z',
    };
    const cycle = {
      ...metered,
      amount: 2900,
      start_timestamp: metered.end_timestamp,
      end_timestamp: '2026-11-01T10:00:00.512345Z',
    };
    expect(contentOf('order.paid.subscription_cycle', { 'data.items': [metered, cycle, metered] })).toMatchObject({
      events: [{ period: { start: cycle.start_timestamp, end: cycle.end_timestamp } }],
    });
  });

  test('for metered usage grants nothing', () => {
    const changes = { 'data.billing_reason': 'subscription_meter_cycle' };
    expect(contentOf('order.paid.subscription_cycle', changes)).toEqual({ kind: 'ignored', reason: 'metered_usage' });
  });

  test('that became void explains the gap it leaves', () => {
    expect(contentOf('order.updated.void')).toMatchObject({ events: [{ kind: 'period_voided', reason: 'voided' }] });
  });

  test('without its subscription is for a person', () => {
    expect(contentOf('order.paid.subscription_cycle', { 'data.subscription_id': null })).toMatchObject({
      kind: 'unreadable',
    });
  });
});

describe('a Polar refund', () => {
  test('is the money that went back, tax with it', () => {
    expect(contentOf('refund.created.taxed_half')).toMatchObject({
      events: [{ amountMinor: 2916, totalMinor: null, cumulative: false, status: 'succeeded' }],
    });
  });

  test('is told by the order as a running total without tax', () => {
    expect(contentOf('order.refunded.taxed_half')).toMatchObject({
      events: [{ amountMinor: 2450, totalMinor: 4900, cumulative: true }],
    });
  });

  test('of all that money paid is a full one where a balance paid the rest', () => {
    expect(contentOf('order.refunded.customer_balance')).toMatchObject({
      events: [{ amountMinor: 3900, totalMinor: 3900 }],
    });
  });

  test.each([
    ['pending', 'pending'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('that is %s is %s', (status, ours) => {
    expect(contentOf('refund.created.partial', { 'data.status': status })).toMatchObject({
      events: [{ status: ours }],
    });
  });

  test('in a state that we do not know is for a person', () => {
    expect(contentOf('refund.created.unknown_status')).toEqual({ kind: 'unreadable', reason: 'data.status' });
  });

  test('that prevented a dispute is a refund', () => {
    expect(contentOf('refund.created.dispute_prevention')).toMatchObject({
      events: [{ kind: 'payment_refunded', amountMinor: 4900, of: 'unknown' }],
    });
  });
});

describe('a Polar subscription', () => {
  test.each([
    ['subscription.created', 0],
    ['subscription.active', 1],
    ['subscription.updated', 2],
    ['subscription.canceled', 3],
    ['subscription.revoked', 4],
  ])('told by %s has succession %i', (type, succession) => {
    expect(contentOf('subscription.created', { type })).toMatchObject({ events: [{ succession }] });
  });

  test('that was revoked though it can recover is past due', () => {
    expect(contentOf('subscription.revoked', { 'data.status': 'past_due', 'data.ended_at': null })).toMatchObject({
      events: [{ status: 'past_due', endedAt: null }],
    });
  });

  test('in a state that we do not know is for a person', () => {
    expect(contentOf('subscription.updated.active', { 'data.status': 'dormant' })).toMatchObject({
      kind: 'unreadable',
    });
  });
});

describe('any other Polar message', () => {
  test.each(['constructor', '__proto__', 'dispute.created', 'subscription.', 'order'])('%s is ignored', (type) => {
    expect(contentOf('unknown.event_type', { type })).toEqual({ kind: 'ignored', reason: 'type_not_used' });
  });

  test('names the organization that it is about', () => {
    const order = polar.normalize(readFixture('polar', 'order.paid.purchase'));
    const refund = polar.normalize(readFixture('polar', 'refund.created.partial'));
    expect([order.account, refund.account]).toEqual(Array(2).fill('1dbfc517-0bbf-4301-9ba8-555ca42b9737'));
  });

  test.each([
    ['not json', 'not_json'],
    ['[]', 'not_an_object'],
    ['{}', 'type'],
    ['{"type":{"a":1},"data":7}', 'type'],
    ['{"type":"order.paid"}', 'timestamp'],
    ['{"type":"order.paid","timestamp":"2026-09-20T14:02:10Z","data":[]}', 'data'],
  ])('that says %s is unreadable', (text, reason) => {
    expect(polar.normalize(Buffer.from(text)).content).toEqual({ kind: 'unreadable', reason });
  });
});
