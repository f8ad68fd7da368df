import type { PaidLine, PaidPrice } from '../../events';
import type { MessageContent } from '../provider';
import { buyerOf } from './buyer';
import type { Order } from './schemas';

/** A one-time purchase. The order's id is its key, and what a refund names. */
export function purchasePaid(order: Order, paidAt: string): MessageContent {
  const lines = linesOf(order);
  if (lines === null) return { kind: 'unreadable', reason: 'data.product_id' };
  return {
    kind: 'events',
    events: [
      {
        kind: 'purchase_paid',
        occurredAt: paidAt,
        purchaseKey: order.id,
        providerPaymentId: order.total_amount === 0 ? null : order.id,
        paidAt,
        buyer: buyerOf(order),
        lines,
        price: priceOf(order),
      },
    ],
  };
}

/** One product per order. Its id is the price id of our catalog; units and seats multiply it. */
export function linesOf(order: Order): [PaidLine] | null {
  if (order.product_id === null) return null;
  const quantity = order.units ?? order.seats ?? order.subscription?.units ?? order.subscription?.seats ?? 1;
  return [{ providerPriceId: order.product_id, quantity, amountChosenByBuyer: amountChosenByBuyer(order) }];
}

/** "Pay what you want", where the payload carries the product's prices at all. */
function amountChosenByBuyer({ product, items }: Order): boolean {
  const paid = new Set(items.map((item) => item.product_price_id));
  return product?.prices?.some((price) => price.amount_type === 'custom' && paid.has(price.id)) ?? false;
}

/**
 * `total_amount` is what was paid, by card or from the balance that the customer already had with Polar
 * (`applied_balance_amount` moves only `due_amount`). Where prices include tax, Polar's subtotal does too and its net
 * amount does not; net plus discount is the subtotal without tax either way.
 */
export function priceOf(order: Order): PaidPrice {
  return {
    currency: order.currency,
    subtotalMinor: order.net_amount + order.discount_amount,
    discountMinor: order.discount_amount,
    taxMinor: order.tax_amount,
    amountMinor: order.total_amount,
    listedMinor: order.subtotal_amount,
  };
}
