import { describe, expect, it } from 'vitest';
import type { ReversalRow } from '@/lib/billing/credits/reversal-step';
import type { PaymentDisputed, PeriodPaid, PurchasePaid, SubscriptionSnapshot } from '@/lib/billing/events';
import { type Comparing, compare, type Held } from '@/lib/billing/reconciliation/compare';
import type { Period } from '@/lib/billing/subscriptions/periods';
import type { Subscription } from '@/lib/billing/subscriptions/store';
import { testCatalog } from '@/tests/support/billing';

const at = '2026-09-20T14:00:00.000000Z';
const later = '2026-09-21T14:00:00.000000Z';
const nobody = {
  checkoutId: null,
  providerCheckoutId: null,
  providerCustomerId: null,
  providerSubscriptionId: null,
  claimedTeamId: null,
};
const price = {
  currency: 'USD',
  subtotalMinor: 2900,
  discountMinor: 0,
  taxMinor: 0,
  amountMinor: 2900,
  listedMinor: 2900,
};
const range = { start: '2026-09-01T00:00:00.000000Z', end: '2026-10-01T00:00:00.000000Z' };

const period: PeriodPaid = {
  ...{ kind: 'period_paid', occurredAt: at, providerSubscriptionId: 'sub_1', buyer: nobody, renewalKey: 'in_1' },
  ...{ providerInvoiceId: 'in_1', providerPaymentId: null, reason: 'cycle', period: range, invoicedAt: at, paidAt: at },
  ...{ recovered: false, lines: [], price, providerVersion: null },
};
const purchase: PurchasePaid = {
  ...{ kind: 'purchase_paid', occurredAt: at, purchaseKey: 'cs_1', providerPaymentId: 'pi_1', paidAt: at },
  ...{ buyer: nobody, lines: null, price },
};
const state = {
  ...{ status: 'active' as const, items: [], providerPeriodStart: null, providerPeriodEnd: null, trialEnd: null },
  ...{ cancelAtPeriodEnd: false, cancelAt: null, endedAt: null },
};
const snapshot: SubscriptionSnapshot = {
  ...{ kind: 'subscription_snapshot', occurredAt: at, providerSubscriptionId: 'sub_1', buyer: nobody, ...state },
  ...{ succession: 5, previous: null },
};
const dispute: PaymentDisputed = {
  ...{ kind: 'payment_disputed', occurredAt: later, providerReversalId: 'dp_1', providerPaymentId: 'pi_1' },
  ...{ amountMinor: 2900, totalMinor: null, currency: 'USD', status: 'open', of: 'unknown' },
};

/** What the comparison reads of a row; the rest of it does not matter. */
const held = (rows: { [Name in keyof Held]?: unknown }): Held => ({
  ...{ subscriptions: new Map(), periods: new Map(), purchases: new Map(), reversals: new Map() },
  ...{ unlinkedInvoices: new Set(), planChanges: new Set(), voided: new Set() },
  ...(rows as Partial<Held>),
});
const comparing = (rows: Parameters<typeof held>[0] = {}): Comparing => ({
  ...{ provider: 'stripe', catalog: testCatalog, held: held(rows), since: new Date('2026-09-10T00:00:00Z') },
});

const heldPeriod = (changes: Partial<Period> = {}) =>
  new Map([
    [
      'in_1',
      {
        paidAmountMinor: 2900,
        currency: 'USD',
        periodStart: range.start,
        periodEnd: range.end,
        periodSource: 'provider',
        ...changes,
      },
    ],
  ]);
const heldSubscription = (changes: Partial<Subscription> = {}, content: object | null = state) =>
  new Map([['sub_1', { providerSubscriptionId: 'sub_1', snapshotOccurredAt: at, snapshot: { content }, ...changes }]]);
const heldDispute = (changes: Partial<ReversalRow> = {}) =>
  new Map([
    [
      'dp_1',
      {
        providerPaymentId: 'pi_1',
        amountMinor: 2900,
        currency: 'USD',
        status: 'open',
        cumulative: false,
        occurredAt: at,
        ...changes,
      },
    ],
  ]);

describe('a paid period', () => {
  it.each([
    ['that is not held is missing', {}, 'missing'],
    ['that is held as it was paid is no difference', { periods: heldPeriod() }, null],
    ['of another amount differs', { periods: heldPeriod({ paidAmountMinor: 2800 }) }, 'differs'],
    ['of other dates differs', { periods: heldPeriod({ periodEnd: later }) }, 'differs'],
    [
      'whose dates are ours is not compared by them',
      { periods: heldPeriod({ periodEnd: later, periodSource: 'derived' }) },
      null,
    ],
  ])('%s', (_, rows, kind) => {
    expect(compare(period, comparing(rows))?.kind ?? null).toBe(kind);
  });
});

describe('a purchase', () => {
  const row = (amountMinor: number) => new Map([['cs_1', { amountMinor, currency: 'USD' }]]);
  it.each([
    ['that is not held is missing', {}, 'missing'],
    ['that is held as it was paid is no difference', { purchases: row(2900) }, null],
    ['of another amount differs', { purchases: row(100) }, 'differs'],
  ])('%s', (_, rows, kind) => {
    expect(compare(purchase, comparing(rows))?.kind ?? null).toBe(kind);
  });

  it('for nothing is none', () => {
    const free = { ...price, amountMinor: 0, subtotalMinor: 0, listedMinor: 0 };
    expect(compare({ ...purchase, price: free }, comparing())).toBeNull();
  });
});

describe('a subscription', () => {
  it.each([
    ['that is not held is missing', snapshot, {}, 'missing'],
    [
      'that stands as it is held is no difference, whenever it was asked for',
      { ...snapshot, occurredAt: later },
      { subscriptions: heldSubscription() },
      null,
    ],
    [
      'that stands otherwise differs',
      { ...snapshot, cancelAtPeriodEnd: true },
      { subscriptions: heldSubscription() },
      'differs',
    ],
    [
      'of which a newer event has come since is left alone',
      { ...snapshot, cancelAtPeriodEnd: true },
      { subscriptions: heldSubscription({ snapshotOccurredAt: later }) },
      null,
    ],
    [
      'that only a payment told of differs',
      snapshot,
      { subscriptions: heldSubscription({ snapshotOccurredAt: null }, null) },
      'differs',
    ],
    [
      'that ended long ago and was never ours is left alone',
      { ...snapshot, status: 'canceled' as const, endedAt: '2026-01-01T00:00:00.000000Z' },
      {},
      null,
    ],
  ])('%s', (_, event, rows, kind) => {
    expect(compare(event, comparing(rows))?.kind ?? null).toBe(kind);
  });
});

describe('a dispute', () => {
  it.each([
    ['that is not held is missing', dispute, {}, 'missing'],
    ['that is still open is no difference', dispute, { reversals: heldDispute() }, null],
    ['that was decided differs', { ...dispute, status: 'lost' as const }, { reversals: heldDispute() }, 'differs'],
    ['of which the decision is held is not opened again', dispute, { reversals: heldDispute({ status: 'won' }) }, null],
    ['of another amount differs', { ...dispute, amountMinor: 1 }, { reversals: heldDispute() }, 'differs'],
  ])('%s', (_, event, rows, kind) => {
    expect(compare(event, comparing(rows))?.kind ?? null).toBe(kind);
  });
});
