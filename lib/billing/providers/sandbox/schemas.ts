import { z } from 'zod';
import { currency, id, instant, looseInstant, positiveMinor, quantity, reference } from '../fields';

/** What every message says about itself, as far as it does. */
export const envelopeSchema = z.object({
  type: reference,
  created_at: looseInstant,
  environment: z.enum(['test', 'live']).nullable().catch(null),
  data: z.object({ session_id: reference, payment_id: reference, subscription_id: reference }).nullable().catch(null),
});
export type Envelope = z.infer<typeof envelopeSchema>;

const session = { session_id: id, checkout_id: reference, customer_id: reference };

export const paidSchema = z.object({
  created_at: instant,
  data: z.object({
    ...session,
    payment_id: id.nullable(),
    currency,
    subtotal_minor: positiveMinor,
    discount_minor: positiveMinor,
    tax_minor: positiveMinor,
    amount_minor: positiveMinor,
    lines: z.array(z.object({ price_id: id, quantity })).min(1),
  }),
});

export const progressedSchema = z.object({ created_at: instant, data: z.object(session) });

const moneyBack = {
  payment_id: id,
  currency,
  amount_minor: positiveMinor,
  payment_amount_minor: positiveMinor.min(1),
  /** Where the payment was a subscription's. */
  subscription_id: reference,
};

export const refundSchema = z.object({ created_at: instant, data: z.object({ refund_id: id, ...moneyBack }) });

export const disputeSchema = z.object({ created_at: instant, data: z.object({ dispute_id: id, ...moneyBack }) });
