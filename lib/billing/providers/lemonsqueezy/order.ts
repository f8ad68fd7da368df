import { z } from 'zod';
import type { PaidLine } from '../../events';
import { told, unreadable } from '../content';
import { id, instant, quantity, reference } from '../fields';
import type { MessageContent } from '../provider';
import { buyerOf, meta } from './buyer';
import { amounts, priceOf } from './price';
import type { Reading } from './reading';
import { refundable, refundedContent } from './refund';

const orderBody = z.object({
  meta,
  data: z.object({
    type: z.literal('orders'),
    id,
    attributes: z.object({
      ...amounts.shape,
      ...refundable.shape,
      status: z.string(),
      customer_id: reference,
      first_order_item: z.object({ variant_id: id, quantity: quantity.nullish() }).nullish(),
      created_at: instant,
      updated_at: instant,
    }),
  }),
});
type Order = z.infer<typeof orderBody>;
type OrderItem = Order['data']['attributes']['first_order_item'];

/**
 * An order: something bought once, or the first payment of a subscription. The body does not say which of the two, so
 * both are told as a purchase, and the price of the line says what it is: a plan's invoice comes by itself.
 * @see https://docs.lemonsqueezy.com/api/orders/the-order-object
 */
export function readOrder(name: 'order_created' | 'order_refunded', body: unknown): Reading {
  const read = orderBody.safeParse(body);
  if (!read.success) return { subjectKey: null, content: unreadable(read.error) };
  const order = read.data;
  const key = keyOf(order);
  if (name === 'order_created') return { subjectKey: `purchase:${key}`, content: createdContent(order) };
  return {
    subjectKey: `payment:${key}`,
    content: refundedContent(order.data.attributes, { paymentKey: key, of: 'unknown' }),
  };
}

function createdContent(order: Order): MessageContent {
  const { status, updated_at: occurredAt } = order.data.attributes;
  switch (status) {
    case 'paid':
    case 'refunded':
    case 'partial_refund':
      // It was paid before it was refunded, and the refund has an event of its own, which may come first.
      return purchaseContent(order);
    case 'pending':
    case 'failed':
      return told({ kind: 'checkout_progressed', occurredAt, state: status, buyer: buyerOfOrder(order) });
    default:
      return unreadable('data.attributes.status');
  }
}

function purchaseContent(order: Order): MessageContent {
  const { attributes } = order.data;
  const price = priceOf(attributes);
  if (!price) return unreadable('data.attributes.total');
  return told({
    kind: 'purchase_paid',
    occurredAt: attributes.updated_at,
    purchaseKey: keyOf(order),
    providerPaymentId: keyOf(order),
    // An order has no time of payment, and `updated_at` moves on with every refund.
    paidAt: attributes.created_at,
    buyer: buyerOfOrder(order),
    lines: linesOf(attributes.first_order_item),
    price,
    plansAreInvoiced: true,
  });
}

/** Orders and invoices each count for themselves, so their numbers can meet. */
function keyOf({ data }: Order): string {
  return `order:${data.id}`;
}

function buyerOfOrder({ meta, data }: Order) {
  return buyerOf(meta, { customerId: data.attributes.customer_id, subscriptionId: null });
}

/** A quantity that is not told is one. Whether the variant lets the buyer choose the amount is never told. */
function linesOf(item: OrderItem): PaidLine[] | null {
  if (!item) return null;
  return [{ providerPriceId: item.variant_id, quantity: item.quantity ?? 1, amountChosenByBuyer: false }];
}
