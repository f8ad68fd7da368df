import type { PaidPrice } from '../../events';
import { told, unreadable } from '../content';
import type { MessageContent } from '../provider';
import { buyerOf } from './buyer';
import { cyclePaidSchema, failedSchema, type PriceFields, prorationSchema, voidedSchema } from './subscription-schemas';

/** A full cycle. Its invoice is the renewal key: a second attempt to collect it keeps the id. */
export function cyclePaidContent(body: unknown): MessageContent {
  const read = cyclePaidSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: paidAt, data } = read.data;
  const price = priceOf(data);
  if (price === null) return unreadable('data.amount_minor');
  return told({
    kind: 'period_paid',
    occurredAt: paidAt,
    providerSubscriptionId: data.subscription_id,
    buyer: buyerOf(data),
    renewalKey: data.invoice_id,
    providerInvoiceId: data.invoice_id,
    providerPaymentId: data.payment_id,
    reason: data.reason,
    period: { start: data.period_start, end: data.period_end },
    invoicedAt: paidAt,
    paidAt,
    recovered: data.attempt > 1,
    lines: data.lines.map((line) => ({
      providerPriceId: line.price_id,
      quantity: line.quantity,
      amountChosenByBuyer: false,
    })),
    price,
    providerVersion: null,
  });
}

export function prorationContent(body: unknown): MessageContent {
  const read = prorationSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: paidAt, data } = read.data;
  const price = priceOf(data);
  if (price === null) return unreadable('data.amount_minor');
  return told({
    kind: 'proration_paid',
    occurredAt: paidAt,
    providerSubscriptionId: data.subscription_id,
    buyer: buyerOf(data),
    prorationKey: data.invoice_id,
    providerPaymentId: data.payment_id,
    paidAt,
    lines: data.lines.map((line) => ({
      providerPriceId: line.price_id,
      quantity: line.quantity,
      amountMinor: line.amount_minor,
    })),
    price,
  });
}

export function failedContent(body: unknown): MessageContent {
  const read = failedSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: occurredAt, data } = read.data;
  return told({
    kind: 'period_payment_failed',
    occurredAt,
    providerSubscriptionId: data.subscription_id,
    renewalKey: data.invoice_id,
    actionRequired: data.action_required,
    payUrl: null,
    attempt: data.attempt,
    nextAttemptAt: data.next_attempt_at,
  });
}

export function voidedContent(body: unknown): MessageContent {
  const read = voidedSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: occurredAt, data } = read.data;
  return told({
    kind: 'period_voided',
    occurredAt,
    providerSubscriptionId: data.subscription_id,
    renewalKey: data.invoice_id,
    period: { start: data.period_start, end: data.period_end },
    reason: data.reason,
  });
}

/** Null when the amounts do not add up. */
function priceOf(data: PriceFields): PaidPrice | null {
  const { currency, amount_minor: amountMinor } = data;
  const { subtotal_minor: subtotalMinor, discount_minor: discountMinor, tax_minor: taxMinor } = data;
  if (subtotalMinor - discountMinor + taxMinor !== amountMinor) return null;
  return { currency, subtotalMinor, discountMinor, taxMinor, amountMinor, listedMinor: subtotalMinor };
}
