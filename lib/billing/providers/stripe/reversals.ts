import { z } from 'zod';
import type { PaymentDisputed, PaymentRefunded } from '../../events';
import { amount, currency, id, optionalReference } from './fields';
import { ignored, reader, told, unreadable } from './reading';

/** https://docs.stripe.com/api/charges/object */
const charge = z.object({ id, payment_intent: optionalReference, amount, amount_refunded: amount, currency });

/** `charge.refunded` tells the running total of what was refunded, never one refund. */
export const readCharge = reader(charge, (object, event) => {
  const payment = object.payment_intent ?? object.id;
  return told({
    kind: 'payment_refunded',
    occurredAt: event.occurredAt,
    providerReversalId: `${payment}:refunded`,
    providerPaymentId: payment,
    amountMinor: object.amount_refunded,
    totalMinor: object.amount,
    currency: object.currency,
    cumulative: true,
    status: 'succeeded',
    of: 'unknown',
  });
});

/** What refunds and disputes share. A charge made without an intent is its own payment. */
const reversal = z.object({
  id,
  payment_intent: optionalReference,
  charge: optionalReference,
  amount,
  currency,
  status: z.string(),
});

/** https://docs.stripe.com/api/refunds/object */
const refundStatuses: ReadonlyMap<string, PaymentRefunded['status']> = new Map([
  ['pending', 'pending'],
  ['requires_action', 'pending'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'failed'],
]);

/** One refund by its id. A refund that had succeeded can still fail when the bank returns it. */
export const readRefund = reader(reversal, (object, event) => {
  const status = refundStatuses.get(object.status);
  const payment = object.payment_intent ?? object.charge;
  if (status === undefined) return unreadable('data.object.status');
  if (payment === null) return unreadable('data.object.payment_intent');
  return told({
    kind: 'payment_refunded',
    occurredAt: event.occurredAt,
    providerReversalId: object.id,
    providerPaymentId: payment,
    amountMinor: object.amount,
    totalMinor: null,
    currency: object.currency,
    cumulative: false,
    status,
    of: 'unknown',
  });
});

/** `prevented` is missing on purpose: whether it moved money differs, so a person has to look. */
const disputeStatuses: ReadonlyMap<string, PaymentDisputed['status']> = new Map([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
]);

/** An inquiry: the bank asks, and no money has moved. https://docs.stripe.com/disputes/how-disputes-work#inquiries */
const inquiryStatuses: ReadonlySet<string> = new Set([
  'warning_needs_response',
  'warning_under_review',
  'warning_closed',
]);

/** Every dispute event carries the dispute as it stands, so its status decides and not the event's type. */
export const readDispute = reader(reversal, (object, event) => {
  if (inquiryStatuses.has(object.status)) return ignored('inquiry');
  const status = disputeStatuses.get(object.status);
  const payment = object.payment_intent ?? object.charge;
  if (status === undefined) return unreadable('data.object.status');
  if (payment === null) return unreadable('data.object.payment_intent');
  return told({
    kind: 'payment_disputed',
    occurredAt: event.occurredAt,
    providerReversalId: object.id,
    providerPaymentId: payment,
    amountMinor: object.amount,
    totalMinor: null,
    currency: object.currency,
    status,
    of: 'unknown',
  });
});
