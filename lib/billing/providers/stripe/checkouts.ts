import { z } from 'zod';
import type { Buyer, CheckoutProgressed, PaidPrice } from '../../events';
import type { MessageContent } from '../provider';
import { amount, currency, id, metadata, optionalReference, optionalText } from './fields';
import { readSoldLines, soldLines } from './line-items';
import { ignored, reader, type StripeEvent, told, unreadable } from './reading';
import { readSetup } from './setups';

/** https://docs.stripe.com/api/checkout/sessions/object */
const session = z.object({
  id,
  mode: z.string(),
  payment_status: z.string(),
  payment_intent: optionalReference,
  customer: optionalReference,
  subscription: optionalReference,
  client_reference_id: optionalText,
  metadata,
});

type Session = z.infer<typeof session>;

const paidSession = z.object({
  currency,
  amount_subtotal: amount,
  amount_total: amount,
  total_details: z.object({ amount_discount: amount.nullish(), amount_tax: amount.nullish() }).nullish(),
  line_items: soldLines.nullish(),
});

/** `completed` and `async_payment_succeeded`. A completed session is paid, or its payment is still on the way. */
export const readCheckoutSucceeded = reader(session, (object, event) => {
  if (object.mode === 'setup') return readSetup(event);
  if (object.mode === 'subscription') return linkSubscription(object, event);
  if (object.mode !== 'payment') return unreadable('data.object.mode');
  if (object.payment_status === 'paid' || object.payment_status === 'no_payment_required')
    return readPurchase(object, event);
  if (object.payment_status === 'unpaid' && event.type === 'checkout.session.completed') {
    return told(progressed('pending', object, event));
  }
  return unreadable('data.object.payment_status');
});

/** `expired` and `async_payment_failed`: no money will come of this session. */
export const readCheckoutStopped = reader(session, (object, event) => {
  if (object.mode === 'setup') return ignored('setup');
  const state = event.type === 'checkout.session.expired' ? 'expired' : 'failed';
  return told(progressed(state, object, event));
});

function readPurchase(object: Session, event: StripeEvent): MessageContent {
  return reader(paidSession, (paid) => {
    const price = priceOf(paid);
    if (price.listedMinor === 0 && price.amountMinor === 0) return ignored('zero_without_discount');
    if (price.amountMinor > 0 && object.payment_status !== 'paid') return unreadable('data.object.payment_status');
    if (!amount.safeParse(price.subtotalMinor).success) return unreadable('data.object.total_details');
    const lines = readSoldLines(paid.line_items ?? null, event.fetched);
    if (lines === 'unreadable') return unreadable('line_items');
    return told({
      kind: 'purchase_paid',
      occurredAt: event.occurredAt,
      purchaseKey: object.id,
      providerPaymentId: object.payment_intent,
      paidAt: event.occurredAt,
      buyer: buyerOf(object),
      lines,
      price,
    });
  })(event);
}

/**
 * Stripe's subtotal is before discounts and holds the tax where prices include it. Ours is net of tax, so it is what
 * is left of the total. What is missing between subtotal and total is a discount, also where `total_details` is null.
 */
function priceOf(paid: z.infer<typeof paidSession>): PaidPrice {
  const amountMinor = paid.amount_total;
  const taxMinor = paid.total_details?.amount_tax ?? 0;
  const discountMinor = Math.max(paid.total_details?.amount_discount ?? 0, paid.amount_subtotal - amountMinor);
  const subtotalMinor = amountMinor - taxMinor + discountMinor;
  return {
    currency: paid.currency,
    subtotalMinor,
    discountMinor,
    taxMinor,
    amountMinor,
    listedMinor: paid.amount_subtotal,
  };
}

function linkSubscription(object: Session, event: StripeEvent): MessageContent {
  if (object.subscription === null) return unreadable('data.object.subscription');
  return told({
    kind: 'subscription_linked',
    occurredAt: event.occurredAt,
    providerSubscriptionId: object.subscription,
    buyer: buyerOf(object),
  });
}

function progressed(state: CheckoutProgressed['state'], object: Session, event: StripeEvent): CheckoutProgressed {
  return { kind: 'checkout_progressed', occurredAt: event.occurredAt, state, buyer: buyerOf(object) };
}

/** A buyer can set `client_reference_id` in a payment link's address; metadata is the seller's. */
function buyerOf(object: Session): Buyer {
  return {
    checkoutId: object.metadata.checkoutId,
    providerCheckoutId: object.id,
    providerCustomerId: object.customer,
    providerSubscriptionId: object.subscription,
    claimedTeamId: object.client_reference_id ?? object.metadata.teamId,
  };
}
