import { z } from 'zod';
import { id, instant, reference } from '../fields';
import { buyerOf, meta } from './buyer';
import { amounts } from './price';
import { refundable } from './refund';

/**
 * A subscription's invoice. `data.id` is the invoice's own; the subscription is one of its attributes.
 * @see https://docs.lemonsqueezy.com/api/subscription-invoices/the-subscription-invoice-object
 */
export const invoiceBody = z.object({
  meta,
  data: z.object({
    type: z.literal('subscription-invoices'),
    id,
    attributes: z.object({
      ...amounts.shape,
      ...refundable.shape,
      subscription_id: id,
      customer_id: reference,
      billing_reason: z.string(),
      status: z.string(),
      created_at: instant,
      updated_at: instant,
    }),
  }),
});
export type Invoice = z.infer<typeof invoiceBody>;

/** Orders and invoices each count for themselves, so their numbers can meet. */
export function keyOfInvoice({ data }: Invoice): string {
  return `invoice:${data.id}`;
}

export function buyerOfInvoice({ meta, data }: Invoice) {
  return buyerOf(meta, { customerId: data.attributes.customer_id, subscriptionId: data.attributes.subscription_id });
}
