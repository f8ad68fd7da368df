import type { SubscriptionStatus } from '../../events';
import { unreadableReason } from '../fields';
import type { MessageContent } from '../provider';
import { buyerOf } from './buyer';
import { type PolarSubscriptionStatus, subscriptionSchema } from './schemas';

/** Which of two snapshots told at the same instant is the later one: created < active < updated < specific < ended. */
const successions = new Map([
  ['subscription.created', 0],
  ['subscription.active', 1],
  ['subscription.updated', 2],
  ['subscription.cycled', 3],
  ['subscription.past_due', 3],
  ['subscription.canceled', 3],
  ['subscription.uncanceled', 3],
  ['subscription.paused', 3],
  ['subscription.resumed', 3],
  ['subscription.migrated', 3],
  ['subscription.revoked', 4],
]);

/** Null for a type that tells no subscription. */
export function successionOf(type: string): number | null {
  return successions.get(type) ?? null;
}

const statuses: Record<PolarSubscriptionStatus, SubscriptionStatus> = {
  incomplete: 'incomplete',
  incomplete_expired: 'canceled',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  canceled: 'canceled',
  unpaid: 'unpaid',
  paused: 'paused',
};

/**
 * How a subscription stands. All types carry the whole subscription, and the status in it counts, not the type:
 * `canceled` may mean at the end of the period, and `revoked` has come for a subscription that recovered.
 */
export function subscriptionContent(body: unknown, succession: number): MessageContent {
  const read = subscriptionSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data: subscription, timestamp: occurredAt } = read.data;
  const nextPriceId = subscription.pending_update?.product_id ?? null;
  return {
    kind: 'events',
    events: [
      {
        kind: 'subscription_snapshot',
        occurredAt,
        providerSubscriptionId: subscription.id,
        buyer: buyerOf({ ...subscription, subscription_id: subscription.id }),
        status: statuses[subscription.status],
        items: [
          {
            providerPriceId: subscription.product_id,
            quantity: subscription.units ?? subscription.seats ?? 1,
          },
        ],
        providerPeriodStart: subscription.current_period_start ?? null,
        providerPeriodEnd: subscription.current_period_end ?? null,
        trialEnd: subscription.trial_end ?? null,
        cancelAtPeriodEnd: subscription.cancel_at_period_end,
        cancelAt: subscription.ends_at ?? null,
        endedAt: subscription.ended_at ?? null,
        succession,
        previous: null,
        ...(nextPriceId !== null && { nextPriceId }),
      },
    ],
  };
}
