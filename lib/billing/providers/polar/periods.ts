import type { MessageContent } from '../provider';
import { buyerOf } from './buyer';
import { linesOf, priceOf } from './purchases';
import type { Order, OrderItem } from './schemas';

/** A subscription's cycle. The period is its item's; Polar names the order both as invoice and as payment. */
export function periodPaid(
  order: Order,
  { reason, paidAt }: { reason: 'start' | 'cycle' | 'update'; paidAt: string },
): MessageContent {
  const lines = linesOf(order);
  if (lines === null) return { kind: 'unreadable', reason: 'data.product_id' };
  if (order.subscription_id === null) return { kind: 'unreadable', reason: 'data.subscription_id' };
  const period = cycleOf(order.items) ?? subscriptionPeriodOf(order);
  if (period === null) return { kind: 'unreadable', reason: 'data.items' };
  return {
    kind: 'events',
    events: [
      {
        kind: 'period_paid',
        occurredAt: paidAt,
        providerSubscriptionId: order.subscription_id,
        buyer: buyerOf(order),
        renewalKey: order.id,
        providerInvoiceId: null,
        providerPaymentId: order.id,
        reason,
        period,
        invoicedAt: order.created_at,
        paidAt,
        // The body does not tell how many attempts there were; the snapshots before it do.
        recovered: false,
        lines,
        price: priceOf(order),
        providerVersion: null,
      },
    ],
  };
}

/** A change that was billed in proportion. */
export function prorationPaid(order: Order, paidAt: string): MessageContent {
  const { product_id: productId, subscription_id: subscriptionId } = order;
  const [line] = linesOf(order) ?? [];
  if (productId === null || !line) return { kind: 'unreadable', reason: 'data.product_id' };
  if (subscriptionId === null) return { kind: 'unreadable', reason: 'data.subscription_id' };
  return {
    kind: 'events',
    events: [
      {
        kind: 'proration_paid',
        occurredAt: paidAt,
        providerSubscriptionId: subscriptionId,
        buyer: buyerOf(order),
        prorationKey: order.id,
        providerPaymentId: order.id,
        paidAt,
        lines: order.items.map((item) => ({
          // The order names the product that it leads to; of the old one the items only know the price.
          providerPriceId: item.amount < 0 ? (item.product_price_id ?? productId) : productId,
          quantity: line.quantity,
          amountMinor: item.amount,
        })),
        price: priceOf(order),
      },
    ],
  };
}

/** The cycle that is billed in full: the latest one, since metered items look back at the cycle before. */
export function cycleOf(items: readonly OrderItem[]): { start: string; end: string } | null {
  const cycles = items.flatMap(({ proration, start_timestamp: start, end_timestamp: end }) =>
    !proration && start !== null && end !== null ? [{ start, end }] : [],
  );
  return cycles.reduce<{ start: string; end: string } | null>(
    (latest, cycle) => (latest === null || cycle.start > latest.start ? cycle : latest),
    null,
  );
}

function subscriptionPeriodOf({ subscription }: Order) {
  return subscription ? { start: subscription.current_period_start, end: subscription.current_period_end } : null;
}
