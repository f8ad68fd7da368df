import { unreadableReason } from '../fields';
import type { MessageContent } from '../provider';
import { refundedOrderSchema, refundSchema } from './schemas';

const statuses = { pending: 'pending', succeeded: 'succeeded', failed: 'failed', canceled: 'failed' } as const;

/**
 * One refund. Its `amount` is without tax and `tax_amount` is the tax given back with it; together they are the money
 * that went back, in the basis of what was paid. A refund that prevented a dispute is a refund: the money is gone.
 */
export function refundContent(body: unknown): MessageContent {
  const read = refundSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: refund, timestamp: occurredAt } = read.data;
  return {
    kind: 'events',
    events: [
      {
        kind: 'payment_refunded',
        occurredAt,
        providerReversalId: refund.id,
        providerPaymentId: refund.order_id,
        amountMinor: refund.amount + refund.tax_amount,
        totalMinor: null,
        currency: refund.currency,
        cumulative: false,
        status: statuses[refund.status],
        // A refund that prevents a dispute names no subscription even where the order was one's.
        of: refund.subscription_id === null ? 'unknown' : 'period',
      },
    ],
  };
}

/**
 * The running total of an order. `refunded_amount` is without tax, and so is what can be given back at most: the net
 * amount, less what the customer's balance paid or more by the debt that it settled (`applied_balance_amount`). Polar
 * calls an order refunded when the two are equal.
 */
export function orderRefundedContent(body: unknown): MessageContent {
  const read = refundedOrderSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: order, timestamp: occurredAt } = read.data;
  const refundable = order.net_amount + order.applied_balance_amount;
  const totalMinor = refundable > 0 ? refundable : order.net_amount;
  if (totalMinor === 0) return { kind: 'unreadable', reason: 'data.net_amount' };
  return {
    kind: 'events',
    events: [
      {
        kind: 'payment_refunded',
        occurredAt,
        providerReversalId: `${order.id}:refunded`,
        providerPaymentId: order.id,
        amountMinor: order.refunded_amount,
        totalMinor,
        currency: order.currency,
        cumulative: true,
        status: 'succeeded',
        of: order.subscription_id === null ? 'purchase' : 'period',
      },
    ],
  };
}
