import type { Transaction } from '@/db/client';
import { enqueue, supersedeOthers } from '../outbox/outbox';
import type { Applying } from '../webhooks/outcome';
import type { Subscription } from './store';

const eventTypes = ['subscription_ending', 'subscription_ended'] as const;

/**
 * Keeps what a team is told of its subscription's end in step with its newest snapshot: that it will end, that it has
 * ended, or nothing. What is left to be told depends on that snapshot alone, so neither order nor repetition matters.
 */
export async function tellEnding(
  tx: Transaction,
  { now: at }: Pick<Applying, 'now'>,
  { before, after, occurredAt }: { before: Subscription; after: Subscription; occurredAt: string },
): Promise<void> {
  const ending = endingOf(after);
  if (ending === null && endingOf(before) === null) return;
  const { id: subscriptionId, teamId, plan } = after;
  if (ending) {
    const { eventType, dedupKey, endsAt } = ending;
    const payload = { plan, endsAt, occurredAt };
    await enqueue(tx, { eventType, teamId, subscriptionId, billingPeriodId: null, dedupKey, payload }, { at });
  }
  await supersedeOthers(tx, { subscriptionId, eventTypes, dedupKey: ending?.dedupKey ?? null, at });
}

function endingOf(subscription: Subscription) {
  const { provider, providerSubscriptionId, status, endedAt, cancelAt, cancelAtPeriodEnd } = subscription;
  const name = `${provider}:${providerSubscriptionId}`;
  if (status === 'canceled')
    return { eventType: 'subscription_ended', dedupKey: `subscription_ended:${name}`, endsAt: endedAt } as const;
  // Only what this snapshot tells: what was paid for moves by itself, and in another order it may not be known yet.
  const endsAt = cancelAt ?? subscription.providerPeriodEnd;
  if (cancelAt === null && !cancelAtPeriodEnd) return null;
  const dedupKey = `subscription_ending:${name}:${endsAt ?? 'period_end'}`;
  return { eventType: 'subscription_ending', dedupKey, endsAt } as const;
}
