import { unreadableReason } from '../fields';
import type { MessageContent } from '../provider';
import { buyerOf } from './buyer';
import { checkoutSchema } from './schemas';

/** How a hosted checkout goes on. It never moves money: when it succeeds, the order counts. */
export function checkoutContent(body: unknown): MessageContent {
  const read = checkoutSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: checkout, timestamp: occurredAt } = read.data;
  const state = stateOf(checkout.status);
  if (state === null) {
    const reason = checkout.status === 'succeeded' ? 'order_paid_counts' : 'checkout_is_open';
    return { kind: 'ignored', reason };
  }
  const buyer = buyerOf({ ...checkout, checkout_id: checkout.id });
  return { kind: 'events', events: [{ kind: 'checkout_progressed', occurredAt, state, buyer }] };
}

/** Confirmed means that the buyer has agreed and the payment is under way. */
function stateOf(status: string): 'pending' | 'failed' | 'expired' | null {
  if (status === 'confirmed') return 'pending';
  return status === 'failed' || status === 'expired' ? status : null;
}
