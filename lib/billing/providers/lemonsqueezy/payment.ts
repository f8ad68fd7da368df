import type { AskedCycle, Instant, PaidPrice, PeriodPaid } from '../../events';
import { ignored, told, unreadable } from '../content';
import type { MessageContent } from '../provider';
import { readCycle } from './cycle';
import { buyerOfInvoice, type Invoice, invoiceBody, keyOfInvoice } from './invoice';
import { priceOf } from './price';
import type { Reading } from './reading';
import { refundedContent } from './refund';

export type PaymentEventName =
  | 'subscription_payment_success'
  | 'subscription_payment_recovered'
  | 'subscription_payment_failed'
  | 'subscription_payment_refunded';

/** What happened to the payment of a subscription's invoice. */
export function readPayment(name: PaymentEventName, body: unknown, fetched?: unknown): Reading {
  const read = invoiceBody.safeParse(body);
  if (!read.success) return { subjectKey: null, content: unreadable(read.error) };
  const invoice = read.data;
  const subjectKey = `subscription:${invoice.data.attributes.subscription_id}`;
  switch (name) {
    case 'subscription_payment_success':
    case 'subscription_payment_recovered':
      // A recovered payment is told by both, in either order. Both are read alike under one key: it counts once, and
      // also when one of them is lost.
      return { subjectKey, content: paidContent(invoice, readCycle(fetched)) };
    case 'subscription_payment_failed':
      return { subjectKey, content: failedContent(invoice) };
    case 'subscription_payment_refunded':
      return {
        subjectKey: `payment:${keyOfInvoice(invoice)}`,
        content: refundedContent(invoice.data.attributes, { paymentKey: keyOfInvoice(invoice), of: 'period' }),
      };
  }
}

function paidContent(invoice: Invoice, asked: AskedCycle | null): MessageContent {
  const { attributes } = invoice.data;
  if (attributes.status === 'pending' || attributes.status === 'void') return ignored('not_paid');
  const paidAt = paidAtOf(attributes);
  if (paidAt === null) return unreadable('data.attributes.status');
  const price = priceOf(attributes);
  if (price === null) return unreadable('data.attributes.total');
  switch (attributes.billing_reason) {
    case 'initial':
      return isFree(price)
        ? ignored('trial_start')
        : told(periodPaid(invoice, { reason: 'start', paidAt, price }, asked));
    case 'renewal':
      return told(periodPaid(invoice, { reason: 'cycle', paidAt, price }, asked));
    case 'updated':
      return isFree(price) ? ignored('nothing_was_paid') : prorationContent(invoice, { paidAt, price });
    default:
      return unreadable('data.attributes.billing_reason');
  }
}

/** The last change of a paid invoice is its payment: days after `created_at` when it was recovered. */
function paidAtOf({ status, created_at, updated_at }: Invoice['data']['attributes']): Instant | null {
  if (status === 'paid') return updated_at;
  // It was paid before it was refunded, and `updated_at` is the refund's time now.
  return status === 'refunded' || status === 'partial_refund' ? created_at : null;
}

function isFree({ amountMinor, discountMinor }: PaidPrice): boolean {
  return amountMinor === 0 && discountMinor === 0;
}

/** Neither the period nor the variant is told: both are derived from the subscription's snapshots. */
function periodPaid(
  invoice: Invoice,
  paid: Pick<PeriodPaid, 'reason' | 'paidAt' | 'price'>,
  asked: AskedCycle | null,
): PeriodPaid {
  const { attributes } = invoice.data;
  return {
    kind: 'period_paid',
    occurredAt: attributes.updated_at,
    providerSubscriptionId: attributes.subscription_id,
    buyer: buyerOfInvoice(invoice),
    renewalKey: keyOfInvoice(invoice),
    providerInvoiceId: invoice.data.id,
    providerPaymentId: keyOfInvoice(invoice),
    ...paid,
    period: null,
    invoicedAt: attributes.created_at,
    // The invoice does not say: a failed attempt has an event of its own.
    recovered: false,
    lines: null,
    providerVersion: null,
    ...(asked === null ? {} : { asked }),
  };
}

/** What was credited and what was charged is not told either. */
function prorationContent(invoice: Invoice, paid: Pick<PeriodPaid, 'paidAt' | 'price'>): MessageContent {
  const { attributes } = invoice.data;
  return told({
    kind: 'proration_paid',
    occurredAt: attributes.updated_at,
    providerSubscriptionId: attributes.subscription_id,
    buyer: buyerOfInvoice(invoice),
    prorationKey: keyOfInvoice(invoice),
    providerPaymentId: keyOfInvoice(invoice),
    ...paid,
    lines: [],
  });
}

/** When the next attempt will be is told by the subscription: `renews_at` while it is past due. */
function failedContent(invoice: Invoice): MessageContent {
  const { attributes } = invoice.data;
  return told({
    kind: 'period_payment_failed',
    occurredAt: attributes.updated_at,
    providerSubscriptionId: attributes.subscription_id,
    renewalKey: keyOfInvoice(invoice),
    actionRequired: false,
    payUrl: null,
    attempt: null,
    nextAttemptAt: null,
  });
}
