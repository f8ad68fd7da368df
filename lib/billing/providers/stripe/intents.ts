import { z } from 'zod';
import { amount, currency, id, metadata, optionalReference } from './fields';
import { ignored, reader, told } from './reading';

/** https://docs.stripe.com/api/payment_intents/object */
const intent = z.object({ id, amount_received: amount, currency, customer: optionalReference, metadata });

/**
 * Every payment has an intent, and most are told by their session or invoice. Only a charge that we made ourselves,
 * off-session, has nothing but its intent; its metadata says so.
 */
export const readIntentSucceeded = reader(intent, (object, event) => {
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
