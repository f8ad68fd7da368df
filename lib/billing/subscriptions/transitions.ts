import type { SubscriptionSnapshot } from '../events';
import type { Transition, TransitionType } from './audits';
import type { Subscription } from './store';

interface Moved {
  before: Subscription;
  after: Subscription;
  event: SubscriptionSnapshot;
  eventId: string;
}

const parts: { eventType: TransitionType; of: (subscription: Subscription) => Record<string, unknown> }[] = [
  { eventType: 'status_changed', of: ({ status }) => ({ status }) },
  { eventType: 'plan_changed', of: ({ plan, providerPriceId }) => ({ plan, providerPriceId }) },
  { eventType: 'quantity_changed', of: ({ quantity }) => ({ quantity }) },
  {
    eventType: 'cancellation_changed',
    of: ({ cancelAtPeriodEnd, cancelAt, endedAt }) => ({ cancelAtPeriodEnd, cancelAt, endedAt }),
  },
];

/** What a newer snapshot changed, one transition for each part of it, with both times. Pure. */
export function transitionsOf({ before, after, event, eventId }: Moved): Transition[] {
  const details = { eventId, told: event.occurredAt, held: before.snapshotOccurredAt };
  const changed = parts
    .map(({ eventType, of }) => ({ eventType, before: of(before), after: of(after) }))
    .filter((part) => JSON.stringify(part.before) !== JSON.stringify(part.after));
  const own = { subscriptionId: after.id, occurredAt: event.occurredAt, details };
  return [...changed.map((part) => ({ ...own, ...part })), ...toldEnd(after, event, eventId)];
}

/** What a snapshot that came late still says about its own time. Pure. */
export function lateTransitions({
  subscription,
  event,
  eventId,
}: {
  subscription: Subscription;
  event: SubscriptionSnapshot;
  eventId: string;
}): Transition[] {
  const { status, occurredAt } = event;
  const details = { eventId, told: occurredAt, held: subscription.snapshotOccurredAt };
  const own = { subscriptionId: subscription.id, occurredAt, details };
  const explains = status === 'paused' || status === 'unpaid';
  return [
    ...(explains ? [{ ...own, eventType: 'status_told_late' as const, after: { status } }] : []),
    ...toldEnd(subscription, event, eventId),
  ];
}

/** Where the provider tells the end of a running period and no beginning, a paid period is derived from it later. */
function toldEnd(subscription: Subscription, event: SubscriptionSnapshot, eventId: string): Transition[] {
  const { status, providerPeriodStart, providerPeriodEnd, occurredAt, items } = event;
  if (providerPeriodStart !== null || providerPeriodEnd === null || status !== 'active') return [];
  const details = { eventId, end: providerPeriodEnd, items };
  return [{ subscriptionId: subscription.id, eventType: 'period_told', occurredAt, details }];
}
