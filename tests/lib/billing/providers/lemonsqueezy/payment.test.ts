import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/lemonsqueezy/normalize';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

const invoice = (name: string, attributes: Record<string, unknown> = {}) =>
  normalize(
    changeFixture(
      'lemonsqueezy',
      name,
      Object.fromEntries(Object.entries(attributes).map(([field, value]) => [`data.attributes.${field}`, value])),
    ),
  ).content;
const firstEvent = (content: ReturnType<typeof invoice>) => (content.kind === 'events' ? content.events[0] : null);

describe('a payment of a subscription', () => {
  test('belongs to the subscription that the invoice names, not to one with the number of the invoice', () => {
    const renewal = changeFixture('lemonsqueezy', 'subscription_payment_success.renewal', {
      'data.id': '700',
      'data.attributes.subscription_id': 55,
    });
    expect(normalize(renewal)).toMatchObject({
      subjectKey: 'subscription:55',
      content: {
        events: [{ providerSubscriptionId: '55', buyer: { providerSubscriptionId: '55' }, renewalKey: 'invoice:700' }],
      },
    });
    expect(firstEvent(invoice('subscription_payment_failed.renewal', { subscription_id: 55 }))).toMatchObject({
      providerSubscriptionId: '55',
      renewalKey: 'invoice:5113003',
    });
  });

  test('is never read from an object of another type', () => {
    const order = changeFixture('lemonsqueezy', 'subscription_payment_success.renewal', { 'data.type': 'orders' });
    expect(normalize(order).content).toEqual({ kind: 'unreadable', reason: 'data.type' });
  });

  test('that was recovered is told alike by both events, so that their order cannot matter', () => {
    const recovered = normalize(readFixture('lemonsqueezy', 'subscription_payment_recovered'));
    const success = normalize(readFixture('lemonsqueezy', 'subscription_payment_success.renewal.recovered'));
    expect(success.content).toEqual(recovered.content);
    expect(firstEvent(success.content)).toMatchObject({ kind: 'period_paid', renewalKey: 'invoice:5113003' });
  });

  test.each([
    ['initial', { kind: 'period_paid', reason: 'start' }],
    ['renewal', { kind: 'period_paid', reason: 'cycle' }],
    ['updated', { kind: 'proration_paid' }],
  ])('for the reason %s is told as it is', (billing_reason, expected) => {
    expect(firstEvent(invoice('subscription_payment_success.renewal', { billing_reason }))).toMatchObject(expected);
  });

  test('for a reason that is not known is for a person', () => {
    expect(invoice('subscription_payment_success.renewal', { billing_reason: 'acme' })).toEqual({
      kind: 'unreadable',
      reason: 'data.attributes.billing_reason',
    });
  });

  test.each(['pending', 'void'])('that is %s pays nothing', (status) => {
    expect(invoice('subscription_payment_success.renewal', { status })).toEqual({
      kind: 'ignored',
      reason: 'not_paid',
    });
  });

  test('in a state that is not known is for a person', () => {
    expect(invoice('subscription_payment_success.renewal', { status: 'acme' })).toEqual({
      kind: 'unreadable',
      reason: 'data.attributes.status',
    });
  });

  test('was paid when the invoice last changed, unless that was a refund', () => {
    const paidAt = (status: string) => firstEvent(invoice('subscription_payment_recovered', { status }));
    expect(paidAt('paid')).toMatchObject({ paidAt: '2026-11-04T10:01:02.000000Z' });
    expect(paidAt('refunded')).toMatchObject({ paidAt: '2026-11-01T10:00:12.000000Z' });
    expect(paidAt('partial_refund')).toMatchObject({ paidAt: '2026-11-01T10:00:12.000000Z' });
  });

  test('of nothing at the start is a trial, of nothing after a full discount is a period', () => {
    const free = { subtotal: 0, total: 0 };
    expect(invoice('subscription_payment_success.initial', free)).toEqual({ kind: 'ignored', reason: 'trial_start' });
    const coupon = { subtotal: 2900, discount_total: 2900, total: 0 };
    expect(firstEvent(invoice('subscription_payment_success.initial', coupon))).toMatchObject({ reason: 'start' });
    const change = { ...free, billing_reason: 'updated' };
    expect(invoice('subscription_payment_success.renewal', change)).toEqual({
      kind: 'ignored',
      reason: 'nothing_was_paid',
    });
  });
});
