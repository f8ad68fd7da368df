import type { PaymentDisputed } from '../../events';
import { ignored, told, unreadable } from '../content';
import type { MessageContent } from '../provider';
import { disputeSchema } from './schemas';

const statuses: ReadonlyMap<string, PaymentDisputed['status']> = new Map([
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['lost', 'lost'],
]);

/**
 * A dispute as Polar's interface tells it; no webhook does. An early warning has moved no money, and one that was
 * prevented is told as a refund.
 */
export function disputeContent(body: unknown): MessageContent {
  const read = disputeSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { data: dispute, timestamp: occurredAt } = read.data;
  if (dispute.status === 'early_warning') return ignored('inquiry');
  if (dispute.status === 'prevented') return ignored('told_as_refund');
  const status = statuses.get(dispute.status);
  if (status === undefined) return unreadable('data.status');
  return told({
    kind: 'payment_disputed',
    occurredAt,
    providerReversalId: dispute.id,
    providerPaymentId: dispute.order_id,
    amountMinor: dispute.amount + dispute.tax_amount,
    totalMinor: null,
    currency: dispute.currency,
    status,
    of: 'unknown',
  });
}
