import type { Instant, SubscriptionSnapshot, SubscriptionState } from '../events';
import type { PlanFound } from './plan';
import { decideOutstanding } from './state';
import type { Subscription, SubscriptionChange } from './store';

/** What is kept of the snapshots beside the columns, so that one that comes late counts for its own time. */
export interface Memory {
  content: SubscriptionState | null;
  earlier: readonly SubscriptionState[];
  /** When the plan was told that is held; not every snapshot has a price that the catalog knows. */
  planAt: Instant | null;
  trialAt: Instant | null;
  healthyAt: Instant | null;
}

const empty: Memory = { content: null, earlier: [], planAt: null, trialAt: null, healthyAt: null };

export function readMemory({ snapshot }: Pick<Subscription, 'snapshot'>): Memory {
  return { ...empty, ...snapshot };
}

interface Telling {
  subscription: Subscription;
  event: SubscriptionSnapshot;
  found: Exclude<PlanFound, { kind: 'ambiguous' }>;
  content: SubscriptionState;
  earlier: readonly SubscriptionState[];
}

/**
 * What a snapshot leaves whether or not it is the newest: a plan and a trial stay until a newer snapshot tells another,
 * the beginning and the order stay for good, and since when a payment is outstanding goes by all of them. Pure.
 */
export function stickyChange(telling: Telling, order: 'newer' | 'stale' | 'duplicate'): SubscriptionChange {
  const { subscription, event, found, content, earlier } = telling;
  const { occurredAt } = event;
  const memory = readMemory(subscription);
  const tellsPlan = found.kind === 'plan' && isLater(occurredAt, memory.planAt);
  const tellsTrial = content.trialEnd !== null && isLater(occurredAt, memory.trialAt);
  const { pastDueSince, healthyAt } = decideOutstanding(
    {
      status: subscription.status,
      occurredAt: subscription.snapshotOccurredAt,
      pastDueSince: subscription.pastDueSince,
      healthyAt: memory.healthyAt,
    },
    { status: content.status, occurredAt, isNewer: order === 'newer' },
  );
  const { startedAt = null, providerOrderPaymentId = null } = event;
  const snapshot: Memory = {
    content: order === 'newer' ? content : memory.content,
    earlier,
    planAt: tellsPlan ? occurredAt : memory.planAt,
    trialAt: tellsTrial ? occurredAt : memory.trialAt,
    healthyAt,
  };
  return {
    snapshot: { ...snapshot },
    pastDueSince,
    startedAt: subscription.startedAt ?? startedAt,
    providerOrderPaymentId: subscription.providerOrderPaymentId ?? providerOrderPaymentId,
    ...(tellsPlan ? { plan: found.plan, quantity: found.quantity, providerPriceId: found.providerPriceId } : {}),
    ...(tellsTrial ? { trialEnd: content.trialEnd } : {}),
  };
}

function isLater(told: Instant, held: Instant | null): boolean {
  return held === null || told >= held;
}
