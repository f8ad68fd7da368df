import { z } from 'zod';
import type { Buyer } from '../../events';
import { currency, id, instant, looseInstant, minor, reference } from '../fields';
import { buyerOf, customData } from './buyer';
import { item } from './item';

/** Minor units as text. Below zero where a change of plan credits more than it charges. */
const amount = z
  .string()
  .regex(/^-?\d{1,16}$/)
  .transform(Number)
  .pipe(minor);

/** A transaction in any state: what says whose it is and what it was for. */
export const transaction = z.object({
  id,
  origin: z.string(),
  customer_id: reference,
  subscription_id: id.nullish(),
  custom_data: customData,
  billing_period: z.object({ starts_at: instant, ends_at: instant }).nullish(),
  payments: z.array(z.object({ status: z.string(), captured_at: looseInstant })).default([]),
});
export type Transaction = z.infer<typeof transaction>;

/** @see https://developer.paddle.com/api-reference/transactions/overview */
export const completed = transaction.extend({
  status: z.literal('completed'),
  currency_code: currency,
  invoice_id: reference,
  items: z.array(item).min(1),
  details: z.object({
    totals: z.object({ discount: amount, tax: amount, total: amount }),
    line_items: z
      .array(z.object({ price_id: id, quantity: minor, totals: z.object({ total: amount }).nullish() }))
      .default([]),
  }),
  created_at: instant,
  billed_at: looseInstant,
});
export type Completed = z.infer<typeof completed>;

/** Only a transaction that was not made for a subscription that is there already can be a checkout of ours. */
export function isCheckout({ origin }: Pick<Transaction, 'origin'>): boolean {
  return origin === 'web' || origin === 'api';
}

export function buyerOfTransaction(about: Transaction): Buyer {
  return buyerOf({ ...about, checkoutTransactionId: isCheckout(about) ? about.id : null });
}
