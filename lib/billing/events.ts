/**
 * What a provider told us, in our words. A provider's `normalize` makes these from its JSON; nothing after it sees
 * the JSON again. Amounts are minor units of an upper-case ISO currency, times are `Instant`s.
 */

import type { Buyer, PaidLine, PaidPrice, Period } from './event-parts';
import type { InvoicePaymentLinked, PaymentMethodSaved, SubscriptionLinked } from './link-events';

export type { Buyer, InvoicePaymentLinked, PaidLine, PaidPrice, PaymentMethodSaved, Period, SubscriptionLinked };

export const providerNames = ['stripe', 'lemonsqueezy', 'polar', 'paddle', 'sandbox'] as const;
export type ProviderName = (typeof providerNames)[number];

export type Environment = 'test' | 'live';

/**
 * ISO 8601, UTC, always six fractional digits: `2026-09-20T14:02:10.600000Z`, so that it also compares as text. Never a
 * `Date`, which drops microseconds.
 */
export type Instant = string;

/** Fact: something was paid for once. */
export interface PurchasePaid {
  kind: 'purchase_paid';
  occurredAt: Instant;
  /** The business key: Stripe's session or intent, Lemon Squeezy's `order:…`, Polar's order, Paddle's transaction. */
  purchaseKey: string;
  /** What a refund or dispute will name. Null where no money moved (a full discount). */
  providerPaymentId: string | null;
  paidAt: Instant;
  buyer: Buyer;
  /** Null where the body does not say (Stripe sessions): then our intent does, or the provider must be asked. */
  lines: PaidLine[] | null;
  price: PaidPrice;
  /** The provider tells a plan's first payment as an order and as an invoice (Lemon Squeezy): the invoice counts. */
  plansAreInvoiced?: true;
}

/** A hosted checkout went on without money having arrived. */
export interface CheckoutProgressed {
  kind: 'checkout_progressed';
  occurredAt: Instant;
  state: 'pending' | 'failed' | 'expired';
  buyer: Buyer;
}

/** Fact: one refund by its id, or the provider's running total of what was refunded of a payment. */
export interface PaymentRefunded {
  kind: 'payment_refunded';
  occurredAt: Instant;
  /** The refund's own id, or for a running total the payment's id with `:refunded` behind it. */
  providerReversalId: string;
  providerPaymentId: string;
  /** Refunded in the basis of `totalMinor`. */
  amountMinor: number;
  /** The whole payment in the same basis (without tax where refunds are told without it). Null: what was paid. */
  totalMinor: number | null;
  currency: string;
  /** A running total instead of one refund. */
  cumulative: boolean;
  status: 'pending' | 'succeeded' | 'failed';
  /** `period` where the provider says that the payment was a subscription's. */
  of: 'purchase' | 'period' | 'unknown';
}

/** Fact: a dispute by its id. An inquiry that moves no money is no dispute. */
export interface PaymentDisputed {
  kind: 'payment_disputed';
  occurredAt: Instant;
  providerReversalId: string;
  providerPaymentId: string;
  amountMinor: number;
  totalMinor: number | null;
  currency: string;
  status: 'open' | 'won' | 'lost';
  of: 'purchase' | 'period' | 'unknown';
}

export type SubscriptionStatus = 'incomplete' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'paused' | 'canceled';

/** How a subscription stands with its provider. */
export interface SubscriptionState {
  status: SubscriptionStatus;
  /** `period` where the items have intervals of their own. */
  items: { providerPriceId: string; quantity: number; period?: Period }[];
  /** The price of the plan that was chosen for the next period, where the provider tells it (Polar). */
  nextPriceId?: string;
  /** The period as the provider tells it, paid or not; the first item's where they differ. */
  providerPeriodStart: Instant | null;
  providerPeriodEnd: Instant | null;
  trialEnd: Instant | null;
  cancelAtPeriodEnd: boolean;
  cancelAt: Instant | null;
  endedAt: Instant | null;
}

/** Snapshot: how a subscription stood when the event occurred. The newest one wins. */
export interface SubscriptionSnapshot extends SubscriptionState {
  kind: 'subscription_snapshot';
  occurredAt: Instant;
  providerSubscriptionId: string;
  buyer: Buyer;
  /** The order of those told at one instant: created 0, active 1, updated 2, specific 3, ended 4, answered when asked 5. */
  succession: number;
  /** What this update changed, with the values before it, where the provider says (Stripe). */
  previous: Partial<SubscriptionState> | null;
  /** When it began, where the provider tells no period (Lemon Squeezy): its first period begins then. */
  startedAt?: Instant;
  /** What a refund of the order names that the first payment also was (Lemon Squeezy). */
  providerOrderPaymentId?: string;
}

/** Fact: a full cycle of a subscription was paid for. */
export interface PeriodPaid {
  kind: 'period_paid';
  occurredAt: Instant;
  providerSubscriptionId: string;
  buyer: Buyer;
  /** The provider's immutable id of this cycle's invoice, order or transaction. */
  renewalKey: string;
  providerInvoiceId: string | null;
  providerPaymentId: string | null;
  /** `update`: a full cycle inside an invoice that a change of plan caused. */
  reason: 'start' | 'cycle' | 'update';
  /**
   * Null where the provider sends no period (Lemon Squeezy): then it is derived. The first line's where the lines have
   * periods of their own.
   */
  period: Period | null;
  /** When the invoice was made; what a derived period goes by. */
  invoicedAt: Instant;
  paidAt: Instant;
  /** More than one attempt was needed. */
  recovered: boolean;
  /**
   * Plan and add-ons, with a `period` each where they differ. Null where the body does not say: then the subscription
   * does (Lemon Squeezy), or the provider must be asked (Stripe's invoices with more lines than fit).
   */
  lines: (PaidLine & { period?: Period })[] | null;
  price: PaidPrice;
  providerVersion: string | null;
  asked?: AskedCycle;
}

/** How a subscription's cycles run, as it told when asked (Lemon Squeezy): `end` is that of the one that runs. */
export interface AskedCycle {
  askedAt: Instant;
  end: Instant;
  /** The day of the month on which cycles end. */
  anchorDay: number | null;
  items: { providerPriceId: string; quantity: number }[];
}

/** Fact: a change inside a period was paid for in proportion. It moves no period. */
export interface ProrationPaid {
  kind: 'proration_paid';
  occurredAt: Instant;
  providerSubscriptionId: string;
  buyer: Buyer;
  prorationKey: string;
  providerPaymentId: string | null;
  paidAt: Instant;
  /** Lines with a negative amount are what was credited for the old plan. */
  lines: { providerPriceId: string; quantity: number; amountMinor: number }[];
  price: PaidPrice;
}

/** Fact: an attempt to collect a subscription's payment failed, or needs the customer. */
export interface PeriodPaymentFailed {
  kind: 'period_payment_failed';
  occurredAt: Instant;
  providerSubscriptionId: string;
  renewalKey: string;
  actionRequired: boolean;
  /** Where the customer can pay or confirm. */
  payUrl: string | null;
  attempt: number | null;
  nextAttemptAt: Instant | null;
}

/** Fact: a cycle's invoice will never be paid. It explains a gap between periods. */
export interface PeriodVoided {
  kind: 'period_voided';
  occurredAt: Instant;
  providerSubscriptionId: string;
  renewalKey: string;
  period: Period | null;
  /** `not_billed`: the provider was asked and names no invoice for that time. */
  reason: 'voided' | 'uncollectible' | 'not_billed';
}

/** Fact: the provider deleted a customer. What was paid stays paid. */
export interface CustomerDeleted {
  kind: 'customer_deleted';
  occurredAt: Instant;
  providerCustomerId: string;
}

export type OneTimeEvent = PurchasePaid | CheckoutProgressed | PaymentRefunded | PaymentDisputed;

export type SubscriptionEvent =
  | SubscriptionSnapshot
  | PeriodPaid
  | ProrationPaid
  | PeriodPaymentFailed
  | PeriodVoided
  | SubscriptionLinked
  | PaymentMethodSaved
  | InvoicePaymentLinked;

export type BillingEvent = OneTimeEvent | SubscriptionEvent | CustomerDeleted;
