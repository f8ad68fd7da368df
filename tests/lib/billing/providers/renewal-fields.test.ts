import { describe, expect, it } from 'vitest';
import type { ProviderName } from '@/lib/billing/events';
import { getProvider } from '@/lib/billing/providers/registry';
import { changeFixture, readFixture } from '../../../support/fixtures';
import { requireProvider } from '../../../support/installed';

/** The renewal of each provider, and where it says what a period cannot do without. */
const renewals: [ProviderName, string, Record<string, string>][] = [
  [
    'stripe',
    'invoice.paid.subscription_cycle',
    {
      key: 'data.object.id',
      subscription: 'data.object.parent.subscription_details.subscription',
      period: 'data.object.lines.data.0.period',
      currency: 'data.object.currency',
      amount: 'data.object.total',
      price: 'data.object.lines.data.0.pricing.price_details.price',
    },
  ],
  [
    'polar',
    'order.paid.subscription_cycle',
    {
      key: 'data.id',
      currency: 'data.currency',
      amount: 'data.total_amount',
      reason: 'data.billing_reason',
    },
  ],
  [
    'paddle',
    'transaction.completed.subscription_recurring',
    {
      key: 'data.id',
      period: 'data.billing_period',
      currency: 'data.currency_code',
      amount: 'data.details.totals.total',
      items: 'data.items',
    },
  ],
  [
    'lemonsqueezy',
    'subscription_payment_success.renewal',
    {
      key: 'data.id',
      subscription: 'data.attributes.subscription_id',
      currency: 'data.attributes.currency',
      amount: 'data.attributes.total',
      reason: 'data.attributes.billing_reason',
    },
  ],
];

describe.each(renewals)('a renewal of %s', (provider, fixture, fields) => {
  it('tells key, subscription, time, amount, currency and when it was paid', () => {
    const [paid] = periodsOf(provider, readFixture(provider, fixture));
    expect(paid).toMatchObject({
      renewalKey: expect.stringMatching(/./),
      providerSubscriptionId: expect.stringMatching(/./),
      paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      reason: 'cycle',
      price: { currency: 'USD', amountMinor: 2900 },
    });
    // Lemon Squeezy's invoice tells no time: it is derived from the subscription.
    if (provider === 'lemonsqueezy') expect(paid?.period).toBeNull();
    else expect(paid?.period).toEqual({ start: expect.any(String), end: expect.any(String) });
  });

  it.each(Object.entries(fields))('without its %s is no period', (_, path) => {
    expect(periodsOf(provider, changeFixture(provider, fixture, { [path]: undefined }))).toEqual([]);
    expect(periodsOf(provider, changeFixture(provider, fixture, { [path]: null }))).toEqual([]);
  });
});

function periodsOf(provider: ProviderName, body: Uint8Array) {
  requireProvider(provider);
  const { content } = getProvider(provider).normalize(body);
  if (content.kind !== 'events') return [];
  return content.events.flatMap((event) => (event.kind === 'period_paid' ? [event] : []));
}
