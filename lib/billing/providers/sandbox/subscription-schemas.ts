import { z } from 'zod';
import { currency, id, instant, minor, positiveMinor, quantity, reference } from '../fields';

const subscription = { subscription_id: id, session_id: reference, checkout_id: reference, customer_id: reference };

export const linkedSchema = z.object({ created_at: instant, data: z.object(subscription) });

export const standingSchema = z.object({
  created_at: instant,
  data: z.object({
    ...subscription,
    status: z.enum(['incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled']),
    items: z.array(z.object({ price_id: id, quantity })).min(1),
    current_period_start: instant.nullable(),
    current_period_end: instant.nullable(),
    trial_end: instant.nullable(),
    cancel_at_period_end: z.boolean(),
    cancel_at: instant.nullable(),
    ended_at: instant.nullable(),
  }),
});

const price = {
  payment_id: id.nullable(),
  currency,
  subtotal_minor: positiveMinor,
  discount_minor: positiveMinor,
  tax_minor: positiveMinor,
  amount_minor: positiveMinor,
};
export type PriceFields = z.infer<z.ZodObject<typeof price>>;

const period = { period_start: instant, period_end: instant };
const attempt = z.number().int().positive();

export const cyclePaidSchema = z.object({
  created_at: instant,
  data: z.object({
    ...subscription,
    ...price,
    ...period,
    invoice_id: id,
    attempt,
    reason: z.enum(['start', 'cycle', 'update']),
    lines: z.array(z.object({ price_id: id, quantity })).min(1),
  }),
});

export const prorationSchema = z.object({
  created_at: instant,
  data: z.object({
    ...subscription,
    ...price,
    invoice_id: id,
    lines: z.array(z.object({ price_id: id, quantity, amount_minor: minor })).min(1),
  }),
});

export const failedSchema = z.object({
  created_at: instant,
  data: z.object({
    ...subscription,
    invoice_id: id,
    attempt,
    action_required: z.boolean(),
    next_attempt_at: instant.nullable(),
  }),
});

export const voidedSchema = z.object({
  created_at: instant,
  data: z.object({ ...subscription, ...period, invoice_id: id, reason: z.enum(['voided', 'uncollectible']) }),
});
