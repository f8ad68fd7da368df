import { z } from 'zod';
import { periodOfOwnCharge } from '../own-charge';
import { amount, currency, id, metadata, optionalReference } from './fields';
import { ignored, reader, type StripeEvent, told, unreadable } from './reading';

/** https://docs.stripe.com/api/payment_intents/object */
const intent = z.object({ id, amount_received: amount, currency, customer: optionalReference, metadata });

/**
 * Every payment has an intent, and most are told by their session or invoice. Only a charge that we made ourselves,
 * off-session, has nothing but its intent; its metadata says so.
 */
export const readIntentSucceeded = reader(intent, (object, event) => {
  if (isOwnCharge(event.object.metadata)) return readOwnCharge(object, event);
  if (object.metadata.kind !== 'auto_topup') {
    return ignored(object.metadata.checkoutId === null ? 'not_ours' : 'counted_by_checkout_session');
  }
  if (object.amount_received === 0) return ignored('zero_without_discount');
  return told({
    kind: 'purchase_paid',
    occurredAt: event.occurredAt,
    purchaseKey: object.id,
    providerPaymentId: object.id,
    paidAt: event.occurredAt,
    buyer: {
      checkoutId: object.metadata.checkoutId,
      providerCheckoutId: null,
      providerCustomerId: object.customer,
      providerSubscriptionId: null,
      claimedTeamId: object.metadata.teamId,
    },
    lines: null,
    price: {
      currency: object.currency,
      subtotalMinor: object.amount_received,
      discountMinor: 0,
      taxMinor: 0,
      amountMinor: object.amount_received,
      listedMinor: object.amount_received,
    },
  });
});

/** A cycle that we charged ourselves; its metadata says which. */
function readOwnCharge(object: z.infer<typeof intent>, event: StripeEvent) {
  const { id: providerPaymentId, customer: providerCustomerId, amount_received: amountMinor, currency: code } = object;
  const { occurredAt } = event;
  const { metadata: ours } = event.object;
  const paid = { metadata: ours, occurredAt, providerPaymentId, providerCustomerId, amountMinor, currency: code };
  const period = periodOfOwnCharge(paid);
  return period ? told(period) : unreadable('data.object.metadata');
}

/** Whether metadata says that the charge is one of ours, readable or not. */
function isOwnCharge(metadata: unknown): boolean {
  return typeof metadata === 'object' && metadata !== null && 'operation_id' in metadata;
}
