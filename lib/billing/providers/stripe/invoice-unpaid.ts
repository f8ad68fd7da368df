import { z } from 'zod';
import { optionalInstant, optionalReference, reference } from './fields';
import { invoice, subscriptionOf } from './invoice-fields';
import { cycleLines, invoiceLines } from './invoice-lines';
import { ignored, reader, told } from './reading';

const failedInvoice = z.object({
  ...invoice.shape,
  attempt_count: z.int().nonnegative().nullish(),
  next_payment_attempt: optionalInstant,
  hosted_invoice_url: z.unknown().optional(),
});

/** `invoice.payment_failed` and `invoice.payment_action_required`. */
export const readInvoiceFailed = reader(failedInvoice, (object, event) => {
  const providerSubscriptionId = subscriptionOf(object);
  if (providerSubscriptionId === null) return ignored('not_a_subscription');
  return told({
    kind: 'period_payment_failed',
    occurredAt: event.occurredAt,
    providerSubscriptionId,
    renewalKey: object.id,
    actionRequired: event.type === 'invoice.payment_action_required',
    payUrl: webAddress(object.hosted_invoice_url),
    attempt: object.attempt_count ?? null,
    nextAttemptAt: object.next_payment_attempt,
  });
});

const abandonedInvoice = z.object({ ...invoice.shape, lines: invoiceLines });

/** `invoice.voided` and `invoice.marked_uncollectible`: this cycle will never be paid. */
export const readInvoiceAbandoned = reader(abandonedInvoice, (object, event) => {
  const providerSubscriptionId = subscriptionOf(object);
  if (providerSubscriptionId === null) return ignored('not_a_subscription');
  const [cycle] = cycleLines(object.lines.data);
  if (cycle === undefined && object.lines.has_more !== true) return ignored('no_cycle');
  return told({
    kind: 'period_voided',
    occurredAt: event.occurredAt,
    providerSubscriptionId,
    renewalKey: object.id,
    period: cycle?.period ?? null,
    reason: event.type === 'invoice.voided' ? 'voided' : 'uncollectible',
  });
});

/** https://docs.stripe.com/api/invoice-payment/object */
const invoicePayment = z.object({
  invoice: reference,
  payment: z.object({ payment_intent: optionalReference, charge: optionalReference }),
});

/** Which payment settled which invoice. A payment made outside Stripe has no id that a refund could name. */
export const readInvoicePaymentPaid = reader(invoicePayment, (object, event) => {
  const providerPaymentId = object.payment.payment_intent ?? object.payment.charge;
  if (providerPaymentId === null) return ignored('paid_outside_stripe');
  return told({
    kind: 'invoice_payment_linked',
    occurredAt: event.occurredAt,
    providerInvoiceId: object.invoice,
    providerPaymentId,
  });
});

function webAddress(value: unknown): string | null {
  return typeof value === 'string' && value.length <= 2000 && /^https:\/\/[\x21-\x7e]+$/.test(value) ? value : null;
}
