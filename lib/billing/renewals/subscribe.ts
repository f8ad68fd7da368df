import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { subscriptions } from '@/db/schema';
import { requireTeam } from '../checkouts/claim';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import type { ProviderName } from '../events';
import type { BillingSettings } from '../settings';
import { isLive } from '../subscriptions/state';
import { listSubscriptions, lockSubscriptionById, type Subscription } from '../subscriptions/store';
import { lockKeys } from '../webhooks/locks';
import { beginSubscription } from './begin';
import { lockClock } from './clocks';
import { findDefaultMethod } from './payment-methods';
import { planOf } from './price';
import { takeBackCancellation } from './resume';
import type { OwnChange } from './transition';

export interface SubscribeRequest {
  teamId: string;
  userId: string | null;
  item: string;
  quantity: number;
}

/**
 * Subscribes a team with the payment method that it saved. Asked again, the subscription that it has is returned as it
 * is, and its next due date does not move; a cancellation that is still ahead is taken back. One that has ended makes
 * room for a new one. Throws `unknown_item`, `invalid_quantity`, `checkout_unavailable`, `no_payment_method`,
 * `already_subscribed` where the provider renews one, `unknown_team` for one that was deleted.
 */
export function subscribe(context: BillingContext, request: SubscribeRequest): Promise<Subscription> {
  const { database, settings, clock } = context;
  const { sellingProvider: provider } = settings;
  if (provider === null) throw BillingError.checkoutUnavailable(provider);
  const actorId = request.userId ?? request.teamId;
  const own = { actorType: 'user', actorId, cause: 'subscribe', now: clock.now(), settings } as const;
  return database.transaction((tx) => subscribeTeam(tx, own, { ...request, provider }));
}

/** As `subscribe`, in the transaction of what asks for it. */
export async function subscribeTeam(
  tx: Transaction,
  own: OwnChange & { settings: Pick<BillingSettings, 'catalog' | 'renewals'> },
  { teamId, item, quantity, provider }: Omit<SubscribeRequest, 'userId'> & { provider: ProviderName },
): Promise<Subscription> {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100) throw BillingError.invalidQuantity(quantity);
  const plan = planOf(own.settings.catalog, item);
  await lockKeys(tx, [`subscribe:${teamId}`]);
  await requireTeam(tx, teamId);
  const held = await findOwn(tx, teamId);
  if (held) return continueOwn(tx, own, held.id);
  const live = (await listSubscriptions(tx, teamId)).find(({ status }) => isLive(status));
  if (live) throw BillingError.alreadySubscribed(live.id);
  const method = await findDefaultMethod(tx, teamId, provider);
  if (!method) throw BillingError.noPaymentMethod(teamId);
  return beginSubscription(tx, own, { teamId, provider, plan, quantity, method });
}

/** The subscription of a team that we renew and that has not ended. */
export async function findOwn(on: Queryable, teamId: string): Promise<Subscription | null> {
  const [row] = await on
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.teamId, teamId), eq(subscriptions.clockOwner, 'us'), isNull(subscriptions.endedAt)));
  return row ?? null;
}

async function continueOwn(tx: Transaction, own: OwnChange, subscriptionId: string): Promise<Subscription> {
  await lockClock(tx, subscriptionId);
  const subscription = await lockSubscriptionById(tx, subscriptionId);
  return takeBackCancellation(tx, own, subscription);
}
