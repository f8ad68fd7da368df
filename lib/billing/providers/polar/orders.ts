import { unreadableReason } from '../fields';
import type { MessageContent } from '../provider';
import { cycleOf, periodPaid, prorationPaid } from './periods';
import { purchasePaid } from './purchases';
import { isPaid, type Order, paidOrderSchema, updatedOrderSchema } from './schemas';

/**
 * `order.paid` is the one event in which money counts. Its `billing_reason` says for what: a purchase, the start or
 * a cycle of a subscription, or a change inside a period. `order.created` may still be pending.
 */
export function orderPaidContent(body: unknown): MessageContent {
  const read = paidOrderSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: order, timestamp: paidAt } = read.data;
  if (!isPaid(order.status)) return { kind: 'ignored', reason: `order_is_${order.status}` };
  if (order.net_amount + order.tax_amount !== order.total_amount)
    return { kind: 'unreadable', reason: 'data.total_amount' };
  // A downgrade in the middle of a period: Polar keeps the difference as the customer's balance.
  if (order.total_amount < 0) return { kind: 'ignored', reason: 'credit_to_customer_balance' };
  if (order.net_amount < 0 || order.tax_amount < 0 || order.subtotal_amount < 0)
    return { kind: 'unreadable', reason: 'data.subtotal_amount' };
  // The start of a trial, a free product: nothing was asked for.
  if (order.total_amount === 0 && order.discount_amount === 0) return { kind: 'ignored', reason: 'nothing_to_pay' };
  return paidContent(order, paidAt);
}

function paidContent(order: Order, paidAt: string): MessageContent {
  switch (order.billing_reason) {
    case 'purchase':
      return purchasePaid(order, paidAt);
    case 'subscription_create':
      return periodPaid(order, { reason: 'start', paidAt });
    case 'subscription_cycle':
      return periodPaid(order, { reason: 'cycle', paidAt });
    case 'subscription_update':
      return cycleOf(order.items) ? periodPaid(order, { reason: 'update', paidAt }) : prorationPaid(order, paidAt);
    case 'subscription_meter_cycle':
      return { kind: 'ignored', reason: 'metered_usage' };
    default:
      return order.billing_reason satisfies never;
  }
}

/** Only a void order of a subscription says something that `order.paid` does not: this cycle will not be paid. */
export function orderUpdatedContent(body: unknown): MessageContent {
  const read = updatedOrderSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: order, timestamp: occurredAt } = read.data;
  if (order.status !== 'void') return { kind: 'ignored', reason: 'order_paid_counts' };
  if (order.subscription_id === null) return { kind: 'ignored', reason: 'order_is_void' };
  const voided = {
    kind: 'period_voided',
    occurredAt,
    providerSubscriptionId: order.subscription_id,
    renewalKey: order.id,
    period: cycleOf(order.items),
    reason: 'voided',
  } as const;
  return { kind: 'events', events: [voided] };
}
