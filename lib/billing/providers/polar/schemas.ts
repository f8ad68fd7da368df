import { z } from 'zod';
import {
  id,
  instant,
  currency as isoCurrency,
  looseInstant,
  minor,
  positiveMinor,
  quantity,
  reference,
} from '../fields';

/**
 * The fields that are read of Polar's payloads (`@polar-sh/sdk/2026-10`, models Order, Refund, Subscription,
 * Checkout). Everything else may be there or not.
 */

/** Polar writes currencies in lower case. */
const currency = z
  .string()
  .transform((code) => code.toUpperCase())
  .pipe(isoCurrency);

/** What we gave a checkout as metadata; Polar copies it to its order and subscription. */
const metadata = z.object({ checkout_id: reference, team_id: reference }).catch({ checkout_id: null, team_id: null });
export type Metadata = z.infer<typeof metadata>;

const organization = z.object({ organization_id: reference }).nullable().catch(null);

/** What every payload says about itself, as far as it does. */
export const envelopeSchema = z.object({
  type: reference,
  timestamp: looseInstant,
  data: z
    .object({
      id: reference,
      order_id: reference,
      subscription_id: reference,
      organization_id: reference,
      customer: organization,
      product: organization,
    })
    .nullable()
    .catch(null),
});
export type Envelope = z.infer<typeof envelopeSchema>;

const itemSchema = z.object({
  amount: minor,
  proration: z.boolean(),
  product_price_id: id.nullable(),
  start_timestamp: instant.nullable(),
  end_timestamp: instant.nullable(),
});
export type OrderItem = z.infer<typeof itemSchema>;

/** In three of its states an order was paid; a refund does not undo that. */
const orderStatuses = ['draft', 'pending', 'void', 'paid', 'partially_refunded', 'refunded'] as const;

export function isPaid(status: (typeof orderStatuses)[number]): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded';
}

export const paidOrderSchema = z.object({
  timestamp: instant,
  data: z.object({
    id,
    created_at: instant,
    status: z.enum(orderStatuses),
    billing_reason: z.enum([
      'purchase',
      'subscription_create',
      'subscription_cycle',
      'subscription_update',
      'subscription_meter_cycle',
    ]),
    subtotal_amount: minor,
    discount_amount: positiveMinor,
    net_amount: minor,
    tax_amount: minor,
    total_amount: minor,
    currency,
    units: quantity.nullish(),
    seats: quantity.nullish(),
    customer_id: id,
    product_id: id.nullable(),
    subscription_id: id.nullable(),
    checkout_id: id.nullish(),
    metadata,
    product: z.object({ prices: z.array(z.object({ id, amount_type: z.string() })).catch([]) }).nullish(),
    items: z.array(itemSchema),
    subscription: z
      .object({
        current_period_start: instant,
        current_period_end: instant,
        units: quantity.nullish(),
        seats: quantity.nullish(),
      })
      .nullish(),
  }),
});
export type Order = z.infer<typeof paidOrderSchema>['data'];

export const updatedOrderSchema = z.object({
  timestamp: instant,
  data: z.object({
    id,
    status: z.string(),
    subscription_id: id.nullable(),
    items: z.array(itemSchema),
  }),
});

export const refundedOrderSchema = z.object({
  timestamp: instant,
  data: z.object({
    id,
    net_amount: positiveMinor,
    applied_balance_amount: minor.default(0),
    refunded_amount: positiveMinor,
    currency,
    subscription_id: id.nullable(),
  }),
});

export const refundSchema = z.object({
  timestamp: instant,
  data: z.object({
    id,
    order_id: id,
    subscription_id: id.nullable(),
    status: z.enum(['pending', 'succeeded', 'failed', 'canceled']),
    amount: positiveMinor,
    tax_amount: positiveMinor.default(0),
    currency,
  }),
});

/** Of the interface only. */
export const disputeSchema = z.object({
  timestamp: instant,
  data: z.object({
    id,
    order_id: id,
    status: z.string(),
    amount: positiveMinor,
    tax_amount: positiveMinor.default(0),
    currency,
  }),
});

export const checkoutSchema = z.object({
  timestamp: instant,
  data: z.object({
    id,
    status: z.string(),
    customer_id: id.nullish(),
    metadata,
  }),
});

export const subscriptionSchema = z.object({
  timestamp: instant,
  data: z.object({
    id,
    status: z.enum([
      'incomplete',
      'incomplete_expired',
      'trialing',
      'active',
      'past_due',
      'canceled',
      'unpaid',
      'paused',
    ]),
    customer_id: id,
    product_id: id,
    checkout_id: id.nullish(),
    units: quantity.nullish(),
    seats: quantity.nullish(),
    current_period_start: instant.nullish(),
    current_period_end: instant.nullish(),
    trial_end: instant.nullish(),
    cancel_at_period_end: z.boolean(),
    ends_at: instant.nullish(),
    ended_at: instant.nullish(),
    /** A change that is scheduled for the end of the period. Nothing else rests on it, so what cannot be read is none. */
    pending_update: z.object({ product_id: reference }).nullish().catch(null),
    metadata,
  }),
});
export type PolarSubscriptionStatus = z.infer<typeof subscriptionSchema>['data']['status'];
