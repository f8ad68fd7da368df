import { told, unreadable } from '../content';
import type { MessageContent } from '../provider';
import { buyerOf } from './buyer';
import { linkedSchema, standingSchema } from './subscription-schemas';

/** Which of two snapshots told at the same instant is the later one: created < active < updated < specific < ended. */
const successions = new Map([
  ['subscription.created', 0],
  ['subscription.active', 1],
  ['subscription.updated', 2],
  ['subscription.past_due', 3],
  ['subscription.paused', 3],
  ['subscription.resumed', 3],
  ['subscription.canceled', 4],
]);

/** Null for a type that is no snapshot of a subscription. */
export function successionOf(type: string): number | null {
  return successions.get(type) ?? null;
}

/** How a subscription stood. The period in it is what the sandbox means to bill, paid or not. */
export function subscriptionContent(body: unknown, succession: number): MessageContent {
  const read = standingSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: occurredAt, data } = read.data;
  return told({
    kind: 'subscription_snapshot',
    occurredAt,
    providerSubscriptionId: data.subscription_id,
    buyer: buyerOf(data),
    status: data.status,
    items: data.items.map((item) => ({ providerPriceId: item.price_id, quantity: item.quantity })),
    providerPeriodStart: data.current_period_start,
    providerPeriodEnd: data.current_period_end,
    trialEnd: data.trial_end,
    cancelAtPeriodEnd: data.cancel_at_period_end,
    cancelAt: data.cancel_at,
    endedAt: data.ended_at,
    succession,
    previous: null,
  });
}

export function completedContent(body: unknown): MessageContent {
  const read = linkedSchema.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { created_at: occurredAt, data } = read.data;
  const providerSubscriptionId = data.subscription_id;
  return told({ kind: 'subscription_linked', occurredAt, providerSubscriptionId, buyer: buyerOf(data) });
}
