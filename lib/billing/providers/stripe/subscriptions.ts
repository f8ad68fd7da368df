import { z } from 'zod';
import type { SubscriptionSnapshot, SubscriptionState, SubscriptionStatus } from '../../events';
import { id, metadata, optionalInstant, optionalReference, quantity, reference } from './fields';
import { reader, told, unreadable } from './reading';

/** https://docs.stripe.com/api/subscription_items/object; the period stands here since API 2025-03-31. */
const item = z.object({
  price: reference,
  quantity,
  current_period_start: optionalInstant,
  current_period_end: optionalInstant,
});

/** https://docs.stripe.com/api/subscriptions/object */
const subscription = z.object({
  id,
  status: z.string(),
  customer: optionalReference,
  metadata,
  items: z.object({ data: z.array(item).min(1) }),
  current_period_start: optionalInstant,
  current_period_end: optionalInstant,
  trial_end: optionalInstant,
  cancel_at_period_end: z.boolean().nullish(),
  cancel_at: optionalInstant,
  ended_at: optionalInstant,
  pause_collection: z.object({}).nullish(),
});

type Subscription = z.infer<typeof subscription>;

/** Which of two snapshots told within one second is the later one. */
const successions: ReadonlyMap<string, number> = new Map([
  ['customer.subscription.created', 0],
  ['customer.subscription.trial_will_end', 1],
  ['customer.subscription.updated', 2],
  ['customer.subscription.paused', 3],
  ['customer.subscription.resumed', 3],
  ['customer.subscription.deleted', 4],
]);

/** Every subscription event carries the whole subscription as it stood. */
export const readSubscription = reader(subscription, (object, event) => {
  const state = stateOf(object);
  if (state === null) return unreadable('data.object.status');
  if (state.status !== 'canceled' && state.providerPeriodEnd === null)
    return unreadable('data.object.current_period_end');
  return told({
    kind: 'subscription_snapshot',
    occurredAt: event.occurredAt,
    providerSubscriptionId: object.id,
    buyer: {
      checkoutId: object.metadata.checkoutId,
      providerCheckoutId: null,
      providerCustomerId: object.customer,
      providerSubscriptionId: object.id,
      claimedTeamId: object.metadata.teamId,
    },
    ...state,
    // An ended subscription has an end, also where Stripe leaves it out (an incomplete one that expired).
    endedAt: state.endedAt ?? (state.status === 'canceled' ? event.occurredAt : null),
    succession: successions.get(event.type) ?? 2,
    previous: event.previous && previousOf(state, { ...event.object, ...event.previous }),
  });
});

function stateOf(object: Subscription): SubscriptionState | null {
  const status = statusOf(object);
  if (status === null) return null;
  const [first] = object.items.data;
  const providerPeriodEnd = first?.current_period_end ?? object.current_period_end;
  return {
    status,
    items: itemsOf(object),
    providerPeriodStart: first?.current_period_start ?? object.current_period_start,
    providerPeriodEnd,
    trialEnd: object.trial_end,
    cancelAtPeriodEnd: object.cancel_at_period_end === true || endsWithPeriod(object.cancel_at, providerPeriodEnd),
    cancelAt: object.cancel_at,
    endedAt: object.ended_at,
  };
}

/** The portal may schedule the end as a date only. A date beyond the period leaves renewals before it. */
function endsWithPeriod(cancelAt: string | null, periodEnd: string | null): boolean {
  return cancelAt !== null && periodEnd !== null && cancelAt <= periodEnd;
}

/** Items with intervals of their own carry their periods too. */
function itemsOf({ items: { data } }: Subscription): SubscriptionSnapshot['items'] {
  const mixed = new Set(data.map((item) => item.current_period_end)).size > 1;
  return data.map(({ price, quantity, current_period_start: start, current_period_end: end }) => ({
    providerPriceId: price,
    quantity,
    ...(mixed && start !== null && end !== null ? { period: { start, end } } : {}),
  }));
}

const statuses: ReadonlyMap<string, SubscriptionStatus> = new Map([
  ['incomplete', 'incomplete'],
  ['incomplete_expired', 'canceled'],
  ['trialing', 'trialing'],
  ['active', 'active'],
  ['past_due', 'past_due'],
  ['unpaid', 'unpaid'],
  ['paused', 'paused'],
  ['canceled', 'canceled'],
]);

/** Paused collection leaves Stripe's status as it was. */
function statusOf({ status, pause_collection }: Subscription): SubscriptionStatus | null {
  const collectionPaused = pause_collection !== null && pause_collection !== undefined;
  if (collectionPaused && (status === 'active' || status === 'past_due')) return 'paused';
  return statuses.get(status) ?? null;
}

/** What the update changed, in our words. Null where the state before cannot be told. */
function previousOf(state: SubscriptionState, before: Record<string, unknown>): SubscriptionSnapshot['previous'] {
  const object = subscription.safeParse(before);
  const previous = object.success ? stateOf(object.data) : null;
  if (previous === null) return null;
  const now = new Map(Object.entries(state));
  return Object.fromEntries(
    Object.entries(previous).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(now.get(field))),
  );
}
