import type { Catalog } from '../catalog';
import { decidePurchase } from '../credits/decide';
import type { Purchase } from '../credits/purchase';
import { decideStep, type ReversalRow } from '../credits/reversal-step';
import type { BillingEvent, PeriodPaid, ProviderName, PurchasePaid, SubscriptionSnapshot } from '../events';
import { readMemory } from '../subscriptions/memory';
import type { Period } from '../subscriptions/periods';
import { isSame } from '../subscriptions/state';
import type { Subscription } from '../subscriptions/store';

/** What we hold of what a page of a provider's list names, by the provider's keys. */
export interface Held {
  subscriptions: ReadonlyMap<string, Subscription>;
  periods: ReadonlyMap<string, Period>;
  purchases: ReadonlyMap<string, Purchase>;
  reversals: ReadonlyMap<string, ReversalRow>;
  /** Invoices whose period has no payment yet. */
  unlinkedInvoices: ReadonlySet<string>;
  planChanges: ReadonlySet<string>;
  voided: ReadonlySet<string>;
}

export interface Difference {
  /** `missing`: we do not hold it. `differs`: we hold something else. */
  kind: 'missing' | 'differs';
  what: 'subscription' | 'period' | 'plan change' | 'purchase' | 'refund' | 'dispute' | 'voided period' | 'payment';
  /** The provider's. */
  key: string;
  local: Record<string, unknown> | null;
  remote: Record<string, unknown>;
}

export interface Comparing {
  provider: ProviderName;
  catalog: Catalog;
  held: Held;
  /** What ended before this, and was never ours, is left alone. */
  since: Date;
}

/** How what a provider says differs from what we hold. Null: it does not. Pure. */
export function compare(event: BillingEvent, comparing: Comparing): Difference | null {
  const { held } = comparing;
  switch (event.kind) {
    case 'subscription_snapshot':
      return compareSnapshot(event, comparing);
    case 'period_paid':
      return comparePeriod(event, held);
    case 'purchase_paid':
      return comparePurchase(event, comparing);
    case 'proration_paid': {
      const { prorationKey: key, price } = event;
      return held.planChanges.has(key) ? null : missing('plan change', key, amountOf(price));
    }
    case 'payment_refunded':
    case 'payment_disputed':
      return compareReversal(event, held);
    case 'period_voided':
      return held.voided.has(event.renewalKey) || !held.subscriptions.has(event.providerSubscriptionId)
        ? null
        : missing('voided period', event.renewalKey, { reason: event.reason, ...event.period });
    case 'invoice_payment_linked': {
      const { providerInvoiceId: key, providerPaymentId } = event;
      return held.unlinkedInvoices.has(key) ? missing('payment', key, { providerPaymentId }) : null;
    }
    case 'subscription_linked':
      return held.subscriptions.has(event.providerSubscriptionId)
        ? null
        : missing('subscription', event.providerSubscriptionId, { checkout: event.buyer.providerCheckoutId });
    case 'checkout_progressed':
    case 'period_payment_failed':
    case 'customer_deleted':
    case 'payment_method_saved':
      // They moved no money, and what they led to is told by the subscription.
      return null;
    default:
      return event satisfies never;
  }
}

function compareSnapshot(event: SubscriptionSnapshot, { held, since }: Comparing): Difference | null {
  const { providerSubscriptionId: key, status, items, providerPeriodEnd, cancelAtPeriodEnd, endedAt } = event;
  const remote = { status, items, providerPeriodEnd, cancelAtPeriodEnd, endedAt };
  const local = held.subscriptions.get(key);
  if (!local) {
    const isLongOver = endedAt !== null && Date.parse(endedAt) < since.getTime();
    return isLongOver ? null : missing('subscription', key, remote);
  }
  const content = readMemory(local).content;
  if (content === null) return { kind: 'differs', what: 'subscription', key, local: null, remote };
  const fields = [...Object.keys(content), 'nextPriceId'];
  const told = Object.fromEntries(fields.map((field) => [field, Reflect.get(event, field)]));
  if (isSame(told, content) || isOlder(event, local)) return null;
  return { kind: 'differs', what: 'subscription', key, local: { ...content }, remote };
}

/** A webhook has come since. */
function isOlder({ occurredAt }: SubscriptionSnapshot, { snapshotOccurredAt }: Subscription): boolean {
  return snapshotOccurredAt !== null && snapshotOccurredAt > occurredAt;
}

function comparePeriod(event: PeriodPaid, { periods }: Held): Difference | null {
  const { renewalKey: key, price, period } = event;
  const remote = { ...amountOf(price), paidAt: event.paidAt, ...period };
  const local = periods.get(key);
  if (!local) return missing('period', key, remote);
  const isPaidAlike = local.paidAmountMinor === price.amountMinor && local.currency === price.currency;
  if (isPaidAlike && isSameRange(event, local)) return null;
  const { paidAmountMinor: amountMinor, currency, periodStart: start, periodEnd: end } = local;
  return { kind: 'differs', what: 'period', key, local: { amountMinor, currency, start, end }, remote };
}

/** Dates that we derived are not the provider's; lines can have periods of their own. */
function isSameRange({ period, lines }: PeriodPaid, { periodStart, periodEnd, periodSource }: Period): boolean {
  if (period === null || periodSource === 'derived') return true;
  return [period, ...(lines ?? []).flatMap((line) => line.period ?? [])].some(
    ({ start, end }) => start === periodStart && end === periodEnd,
  );
}

function comparePurchase(event: PurchasePaid, { provider, catalog, held }: Comparing): Difference | null {
  const { purchaseKey: key, price } = event;
  const local = held.purchases.get(key);
  if (!local) {
    const decision = decidePurchase(provider, event, { catalog, intent: null });
    return decision.kind === 'ignore' ? null : missing('purchase', key, { ...amountOf(price), paidAt: event.paidAt });
  }
  if (local.amountMinor === price.amountMinor && local.currency === price.currency) return null;
  const { amountMinor, currency } = local;
  return { kind: 'differs', what: 'purchase', key, local: { amountMinor, currency }, remote: amountOf(price) };
}

type Reversal = Extract<BillingEvent, { kind: 'payment_refunded' | 'payment_disputed' }>;

function compareReversal(event: Reversal, { reversals }: Held): Difference | null {
  const { providerReversalId: key, providerPaymentId, amountMinor, currency, status } = event;
  const what = event.kind === 'payment_disputed' ? 'dispute' : 'refund';
  const remote = { providerPaymentId, amountMinor, currency, status };
  const local = reversals.get(key);
  if (!local) return amountMinor === 0 ? null : missing(what, key, remote);
  const step = decideStep(local, { ...event, cumulative: event.kind === 'payment_refunded' && event.cumulative });
  const isNews = step === 'conflict' || (step === 'forward' && !isAlike(event, local));
  if (!isNews) return null;
  return {
    ...{ kind: 'differs', what, key, remote },
    local: { amountMinor: local.amountMinor, currency: local.currency, status: local.status },
  };
}

function isAlike({ amountMinor, status }: Reversal, held: ReversalRow): boolean {
  return amountMinor === held.amountMinor && status === held.status;
}

function missing(what: Difference['what'], key: string, remote: Record<string, unknown>): Difference {
  return { kind: 'missing', what, key, local: null, remote };
}

function amountOf({ amountMinor, currency }: { amountMinor: number; currency: string }) {
  return { amountMinor, currency };
}
