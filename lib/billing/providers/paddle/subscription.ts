import { z } from 'zod';
import type { SubscriptionSnapshot } from '../../events';
import { told, unreadable } from '../content';
import { id, instant, reference } from '../fields';
import type { MessageContent } from '../provider';
import { buyerOf, customData } from './buyer';

const subscriptionBody = z.object({
  occurred_at: instant,
  data: z.object({
    id,
    status: z.enum(['active', 'canceled', 'past_due', 'paused', 'trialing']),
    customer_id: reference,
    custom_data: customData,
    /** In `subscription.created` only. */
    transaction_id: reference,
    items: z
      .array(
        z.object({
          price: z.object({ id }),
          quantity: z.number().int().nonnegative().default(1),
          recurring: z.boolean().default(true),
          trial_dates: z.object({ ends_at: instant }).nullish(),
        }),
      )
      .min(1),
    current_billing_period: z.object({ starts_at: instant, ends_at: instant }).nullish(),
    scheduled_change: z.object({ action: z.string(), effective_at: instant }).nullish(),
    canceled_at: instant.nullish(),
  }),
});
type Body = z.infer<typeof subscriptionBody>;

/** Where an event stands among those of one instant. Null for what is no snapshot of a subscription. */
export function successionOf(type: string): number | null {
  switch (type) {
    case 'subscription.created':
    case 'subscription.imported':
      return 0;
    case 'subscription.trialing':
    case 'subscription.activated':
      return 1;
    case 'subscription.updated':
      return 2;
    case 'subscription.past_due':
    case 'subscription.paused':
    case 'subscription.resumed':
      return 3;
    case 'subscription.canceled':
      return 4;
    default:
      return null;
  }
}

/** @see https://developer.paddle.com/api-reference/subscriptions/overview */
export function subscriptionContent(body: unknown, succession: number): MessageContent {
  const read = subscriptionBody.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { occurred_at: occurredAt, data } = read.data;
  return told({
    kind: 'subscription_snapshot',
    occurredAt,
    providerSubscriptionId: data.id,
    buyer: buyerOf({ ...data, subscription_id: data.id, checkoutTransactionId: data.transaction_id }),
    status: data.status,
    items: itemsOf(data),
    ...timesOf(read.data),
    succession,
    previous: null,
  });
}

function itemsOf({ items }: Body['data']): SubscriptionSnapshot['items'] {
  return items
    .filter(({ recurring }) => recurring)
    .map(({ price, quantity }) => ({ providerPriceId: price.id, quantity }));
}

type Times = 'providerPeriodStart' | 'providerPeriodEnd' | 'trialEnd' | 'cancelAtPeriodEnd' | 'cancelAt' | 'endedAt';

/** The period is what Paddle means to bill: a renewal moves it before anything is paid. */
function timesOf({ occurred_at, data }: Body): Pick<SubscriptionSnapshot, Times> {
  const { current_billing_period: period, scheduled_change: change } = data;
  const cancel = change?.action === 'cancel' ? change : null;
  const trialEnds = data.items.flatMap(({ trial_dates }) => trial_dates?.ends_at ?? []).sort();
  return {
    providerPeriodStart: period?.starts_at ?? null,
    providerPeriodEnd: period?.ends_at ?? null,
    trialEnd: trialEnds.at(-1) ?? null,
    cancelAtPeriodEnd: cancel !== null,
    cancelAt: cancel?.effective_at ?? null,
    endedAt: data.status === 'canceled' ? (data.canceled_at ?? occurred_at) : null,
  };
}
