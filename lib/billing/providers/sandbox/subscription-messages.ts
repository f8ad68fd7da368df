import type { Instant, Period, SubscriptionStatus } from '../../events';

/** A message before it has its number and its time. */
export interface Told {
  type: string;
  data: Record<string, unknown>;
}

/** A subscription, and the session that it came from. */
export interface SubscriptionSession {
  /** `sbx_sub_…` */
  subscriptionId: string;
  /** `sbx_cs_…` */
  sessionId: string;
  /** Our intent. */
  checkoutId: string;
  /** `sbx_cus_…` */
  customerId: string;
}

/** How a subscription stands. `period` is what the sandbox means to bill, paid or not. */
export interface Standing extends SubscriptionSession {
  status: SubscriptionStatus;
  providerPriceId: string;
  quantity: number;
  period: Period;
  startedAt: Instant;
  trialEnd: Instant | null;
  cancelAtPeriodEnd: boolean;
  endedAt: Instant | null;
}

type SnapshotType = 'created' | 'active' | 'updated' | 'past_due' | 'paused' | 'resumed' | 'canceled';

export function subscriptionTold(type: SnapshotType, standing: Standing): Told {
  const { status, providerPriceId, quantity, period, cancelAtPeriodEnd } = standing;
  return {
    type: `subscription.${type}`,
    data: {
      ...about(standing),
      status,
      items: [{ price_id: providerPriceId, quantity }],
      started_at: standing.startedAt,
      current_period_start: period.start,
      current_period_end: period.end,
      trial_end: standing.trialEnd,
      cancel_at_period_end: cancelAtPeriodEnd,
      cancel_at: cancelAtPeriodEnd ? period.end : null,
      ended_at: standing.endedAt,
    },
  };
}

/** The hosted session led to this subscription. */
export function checkoutCompleted(session: SubscriptionSession): Told {
  return { type: 'checkout.completed', data: about(session) };
}

/** The one invoice of a cycle. A later attempt to collect it keeps its id. */
export interface Invoice {
  /** `sbx_inv_…` */
  invoiceId: string;
  /** From 1 on. */
  attempt: number;
}

export interface PaidCycle extends Invoice {
  reason: 'start' | 'cycle' | 'update';
  period: Period;
  providerPriceId: string;
  quantity: number;
  currency: string;
  subtotalMinor: number;
  discountMinor: number;
}

export function periodPaid(session: SubscriptionSession, cycle: PaidCycle): Told {
  const { providerPriceId, quantity, currency, subtotalMinor, discountMinor } = cycle;
  const amountMinor = subtotalMinor - discountMinor;
  return {
    type: 'period.paid',
    data: {
      ...about(session),
      ...invoiced(cycle),
      payment_id: amountMinor === 0 ? null : invoicePaymentIdOf(cycle.invoiceId),
      reason: cycle.reason,
      period_start: cycle.period.start,
      period_end: cycle.period.end,
      ...priced({ currency, subtotalMinor, discountMinor }),
      lines: [{ price_id: providerPriceId, quantity }],
    },
  };
}

export function periodFailed(
  session: SubscriptionSession,
  { nextAttemptAt, ...invoice }: Invoice & { nextAttemptAt: Instant | null },
): Told {
  const data = { ...about(session), ...invoiced(invoice), action_required: false, next_attempt_at: nextAttemptAt };
  return { type: 'period.failed', data };
}

/** The invoice of a cycle will never be paid. */
export function periodVoided(
  session: SubscriptionSession,
  voided: { invoiceId: string; period: Period; reason: 'voided' | 'uncollectible' },
): Told {
  const { invoiceId, period, reason } = voided;
  const cycle = { invoice_id: invoiceId, period_start: period.start, period_end: period.end };
  return { type: 'period.voided', data: { ...about(session), ...cycle, reason } };
}

export interface PaidChange {
  invoiceId: string;
  currency: string;
  /** What is credited for the old plan is below zero. */
  lines: { providerPriceId: string; quantity: number; amountMinor: number }[];
}

/** A change inside a period, paid for in proportion. */
export function prorationPaid(session: SubscriptionSession, change: PaidChange): Told {
  const { invoiceId, currency, lines } = change;
  const subtotalMinor = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return {
    type: 'proration.paid',
    data: {
      ...about(session),
      invoice_id: invoiceId,
      payment_id: subtotalMinor === 0 ? null : invoicePaymentIdOf(invoiceId),
      ...priced({ currency, subtotalMinor, discountMinor: 0 }),
      lines: lines.map(({ providerPriceId, quantity, amountMinor }) => ({
        price_id: providerPriceId,
        quantity,
        amount_minor: amountMinor,
      })),
    },
  };
}

/** The payment of an invoice: `sbx_inv_1_2` is paid by `sbx_pay_1_2`. */
export function invoicePaymentIdOf(invoiceId: string): string {
  return invoiceId.replace(/^sbx_inv_/, 'sbx_pay_');
}

function about({ subscriptionId, sessionId, checkoutId, customerId }: SubscriptionSession) {
  return { subscription_id: subscriptionId, session_id: sessionId, checkout_id: checkoutId, customer_id: customerId };
}

function invoiced({ invoiceId, attempt }: Invoice) {
  return { invoice_id: invoiceId, attempt };
}

/** The sandbox takes no tax. */
function priced(price: { currency: string; subtotalMinor: number; discountMinor: number }) {
  const { currency, subtotalMinor, discountMinor } = price;
  return {
    currency,
    subtotal_minor: subtotalMinor,
    discount_minor: discountMinor,
    tax_minor: 0,
    amount_minor: subtotalMinor - discountMinor,
  };
}
