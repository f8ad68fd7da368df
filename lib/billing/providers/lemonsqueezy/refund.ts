import { z } from 'zod';
import type { Instant, PaymentRefunded } from '../../events';
import { ignored, told, unreadable } from '../content';
import { positiveMinor } from '../fields';
import type { MessageContent } from '../provider';

export const refundable = z.object({ refunded_amount: positiveMinor.nullish() });

interface Refunded extends z.infer<typeof refundable> {
  total: number;
  currency: string;
  updated_at: Instant;
}

/**
 * Lemon Squeezy tells no single refund but how much of an order or invoice has been refunded by now: a running total
 * in the basis of `total`, both with tax.
 */
export function refundedContent(
  { refunded_amount, total, currency, updated_at }: Refunded,
  { paymentKey, of }: { paymentKey: string; of: PaymentRefunded['of'] },
): MessageContent {
  if (refunded_amount === 0 && total === 0) return ignored('nothing_was_paid_back');
  if (!refunded_amount) return unreadable('data.attributes.refunded_amount');
  return told({
    kind: 'payment_refunded',
    occurredAt: updated_at,
    providerReversalId: `${paymentKey}:refunded`,
    providerPaymentId: paymentKey,
    amountMinor: refunded_amount,
    totalMinor: total,
    currency,
    cumulative: true,
    status: 'succeeded',
    of,
  });
}
