import { z } from 'zod';
import type { SubscriptionSnapshot, SubscriptionStatus } from '../../events';
import { told, unreadable } from '../content';
import { id, instant, looseInstant, reference } from '../fields';
import { buyerOf, meta } from './buyer';
import type { Reading } from './reading';

const subscriptionBody = z.object({
  meta,
  data: z.object({
    type: z.literal('subscriptions'),
    id,
    attributes: z.object({
      customer_id: reference,
      variant_id: id,
      status: z.string(),
      first_subscription_item: z.object({ quantity: z.number().int().nonnegative().nullish() }).nullish(),
      trial_ends_at: instant.nullish(),
      renews_at: instant.nullish(),
      ends_at: instant.nullish(),
      order_id: reference,
      created_at: looseInstant,
      updated_at: instant,
    }),
  }),
});

type Subscription = z.infer<typeof subscriptionBody>['data'];
type Attributes = Subscription['attributes'];

/** Each change is told twice, by its own event and by `subscription_updated`, often in the same second. */
const succession = {
  subscription_created: 0,
  subscription_updated: 2,
  subscription_cancelled: 3,
  subscription_resumed: 3,
  subscription_paused: 3,
  subscription_unpaused: 3,
  subscription_expired: 4,
} as const;

/** @see https://docs.lemonsqueezy.com/api/subscriptions/the-subscription-object */
export function readSubscription(name: keyof typeof succession, body: unknown): Reading {
  const read = subscriptionBody.safeParse(body);
  if (!read.success) return { subjectKey: null, content: unreadable(read.error) };
  const { meta, data } = read.data;
  const subjectKey = `subscription:${data.id}`;
  const status = statusOf(data.attributes);
  if (status === null) return { subjectKey, content: unreadable('data.attributes.status') };
  const { attributes } = data;
  const snapshot: SubscriptionSnapshot = {
    kind: 'subscription_snapshot',
    occurredAt: attributes.updated_at,
    providerSubscriptionId: data.id,
    buyer: buyerOf(meta, { customerId: attributes.customer_id, subscriptionId: data.id }),
    status,
    items: [{ providerPriceId: attributes.variant_id, quantity: attributes.first_subscription_item?.quantity ?? 1 }],
    trialEnd: attributes.trial_ends_at ?? null,
    ...timesOf(attributes),
    succession: succession[name],
    previous: null,
    ...(attributes.created_at === null ? {} : { startedAt: attributes.created_at }),
    ...(attributes.order_id === null ? {} : { providerOrderPaymentId: `order:${attributes.order_id}` }),
  };
  return { subjectKey, content: told(snapshot) };
}

/** `cancelled` still lasts until `ends_at`; `expired` has ended. */
function statusOf({ status, trial_ends_at, updated_at }: Attributes): SubscriptionStatus | null {
  switch (status) {
    case 'active':
    case 'paused':
    case 'past_due':
    case 'unpaid':
      return status;
    case 'on_trial':
      return 'trialing';
    case 'cancelled':
      return trial_ends_at && trial_ends_at > updated_at ? 'trialing' : 'active';
    case 'expired':
      return 'canceled';
    default:
      return null;
  }
}

type Times = 'providerPeriodStart' | 'providerPeriodEnd' | 'cancelAtPeriodEnd' | 'cancelAt' | 'endedAt';

/** While a payment is outstanding `renews_at` is the next retry, not the end of a period. */
function timesOf({
  status,
  renews_at = null,
  ends_at = null,
  updated_at,
}: Attributes): Pick<SubscriptionSnapshot, Times> {
  const isCancelled = status === 'cancelled';
  const isOver = status === 'expired';
  const isOutstanding = status === 'past_due' || status === 'unpaid';
  return {
    providerPeriodStart: null,
    providerPeriodEnd: isOutstanding ? null : isCancelled || isOver ? (ends_at ?? renews_at) : renews_at,
    cancelAtPeriodEnd: isCancelled,
    cancelAt: isCancelled ? ends_at : null,
    endedAt: isOver ? (ends_at ?? updated_at) : null,
  };
}
