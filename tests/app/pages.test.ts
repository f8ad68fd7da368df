import { describe, expect, it } from 'vitest';
import { createScale } from '@/app/(dashboard)/subscription/_components/timeline-scale';
import { transitionText } from '@/app/(dashboard)/subscription/_components/transition-text';
import { pricingQuestions } from '@/app/(marketing)/pricing/_components/pricing-questions';
import type { TransitionView } from '@/lib/billing';
import { taxesOf } from '@/lib/billing/checkouts/tax';

describe('the axis of a subscription’s timeline', () => {
  it.each([
    ['2026-09-20T14:02:10Z', '2026-09-20T14:02:12Z', ['20']],
    ['2026-09-20T14:02:10Z', '2026-09-20T14:02:10Z', ['20']],
    ['2026-09-20T23:00:00Z', '2026-09-21T02:00:00Z', ['20', '21']],
    ['2026-09-20T14:00:00Z', '2026-09-22T14:00:00Z', ['20', '21', '22']],
    ['2026-09-01T00:00:00Z', '2026-09-29T00:00:00Z', ['01', '08', '15', '22', '29']],
  ])('from %s to %s names no day twice', (from, until, days) => {
    const ticks = createScale({ from, until }).ticks(5);
    expect(ticks.map((tick) => tick.slice(8, 10))).toEqual(days);
  });
});

describe('whether tax is included', () => {
  const none = 'No tax is added: you pay the prices that stand here.';
  const onPage =
    'The tax of your country is worked out on the payment page, which shows it before you pay, and it stands on the invoice.';
  const besides = (what: string) => `${onPage} No tax is added to ${what}, which we charge to your saved card.`;
  it.each([
    ['sandbox', false, false, none],
    ['stripe', false, false, none],
    ['stripe', false, true, none],
    ['stripe', true, false, besides('automatic top-ups')],
    ['stripe', true, true, besides('plans and automatic top-ups')],
    ['paddle', false, false, onPage],
    ['polar', false, false, onPage],
    ['lemonsqueezy', false, false, onPage],
    ['paddle', false, true, besides('plans')],
    [null, false, false, none],
  ] as const)('with %s, automatic tax %s, renewals of ours %s', (provider, stripeAutomaticTax, isRenewedHere, text) => {
    const taxes = taxesOf({ provider, stripeAutomaticTax, isRenewedHere });
    const told = pricingQuestions({ taxes, isRenewedHere });
    expect(told.find(({ question }) => question === 'Is tax included?')?.answer).toBe(text);
  });
});

describe('the history of a subscription', () => {
  const names = new Map([
    ['pro_monthly', 'Pro'],
    ['business_monthly', 'Business'],
  ]);
  const pro = { plan: 'pro_monthly', quantity: 1 };
  const business = { plan: 'business_monthly', quantity: 2 };
  it.each([
    ['plan_changed', pro, business, 'The plan went from Pro to Business'],
    ['plan_changed', { plan: null }, pro, 'The plan became Pro'],
    ['plan_changed', pro, { ...pro, providerPriceId: 'price_new' }, 'The price of the plan changed'],
    ['quantity_changed', pro, business, 'The quantity went from 1 to 2'],
    ['plan_change_paid', pro, business, 'The change from Pro to Business × 2 was paid in proportion'],
    ['plan_change_paid', pro, { plan: null, quantity: 0 }, 'A change of the plan was paid in proportion'],
  ] as const)('says from what to what it changed: %s', (type, before, after, text) => {
    expect(transitionText({ ...transition, type, before, after }, names)).toBe(text);
  });
});

const transition: Omit<TransitionView, 'type'> = {
  ...{ transitionId: 'tr_1', occurredAt: '2026-09-20T14:02:10.000000Z', recordedAt: new Date('2026-09-20T14:02:11Z') },
  ...{ before: null, after: null, details: null, periodId: null, actor: 'stripe', cause: 'event:evt_1' },
};
