import { z } from 'zod';
import type { Instant, PeriodPaid } from '../events';
import { id, instant } from './fields';

const count = z
  .string()
  .regex(/^[1-9]\d{0,8}$/)
  .transform(Number);

/** What we sent along with a charge of ours: see `ChargeMetadata`. */
const ownMetadata = z.object({
  operation_id: id,
  own_subscription_id: id,
  price_id: id,
  quantity: count,
  period_start: instant,
  period_end: instant,
  reason: z.enum(['start', 'cycle']),
});

export interface ToldCharge {
  metadata: unknown;
  occurredAt: Instant;
  providerPaymentId: string;
  providerCustomerId: string | null;
  amountMinor: number;
  currency: string;
}

/**
 * The period that a charge of ours paid for, as its provider's webhook tells it: the same fact that our own settlement
 * records, under the same key, so that whichever comes second is a duplicate. Null: its metadata is not ours.
 */
export function periodOfOwnCharge(charge: ToldCharge): PeriodPaid | null {
  const read = ownMetadata.safeParse(charge.metadata);
  if (!read.success) return null;
  const own = read.data;
  const { occurredAt, providerPaymentId, providerCustomerId, amountMinor, currency } = charge;
  const providerSubscriptionId = own.own_subscription_id;
  const nobody = { checkoutId: null, providerCheckoutId: null, claimedTeamId: null };
  return {
    kind: 'period_paid',
    occurredAt,
    providerSubscriptionId,
    buyer: { ...nobody, providerCustomerId, providerSubscriptionId },
    renewalKey: own.operation_id,
    providerInvoiceId: null,
    providerPaymentId,
    reason: own.reason,
    period: { start: own.period_start, end: own.period_end },
    invoicedAt: occurredAt,
    paidAt: occurredAt,
    recovered: false,
    lines: [{ providerPriceId: own.price_id, quantity: own.quantity, amountChosenByBuyer: false }],
    price: {
      currency,
      subtotalMinor: amountMinor,
      discountMinor: 0,
      taxMinor: 0,
      amountMinor,
      listedMinor: amountMinor,
    },
    providerVersion: null,
  };
}
