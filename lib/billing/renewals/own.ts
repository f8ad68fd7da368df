import type { Transaction } from '@/db/client';
import { BillingError } from '../errors';
import { findSubscription, lockSubscriptionById, type Subscription } from '../subscriptions/store';
import { lockClock, type RenewalClock } from './clocks';

/** Whose subscription is meant, and who asks. */
export interface OwnRequest {
  teamId: string;
  subscriptionId: string;
  userId: string;
}

/**
 * Locks the clock and then the subscription. Throws `subscription_not_found`, also for another team's, and
 * `not_renewed_here` for one that its provider renews.
 */
export async function lockOwn(
  tx: Transaction,
  { teamId, subscriptionId }: Pick<OwnRequest, 'teamId' | 'subscriptionId'>,
): Promise<{ clock: RenewalClock; subscription: Subscription }> {
  const found = await findSubscription(tx, subscriptionId);
  if (found?.teamId !== teamId) throw BillingError.subscriptionNotFound(subscriptionId);
  if (found.clockOwner !== 'us') throw BillingError.notRenewedHere(subscriptionId);
  const clock = await lockClock(tx, subscriptionId);
  if (!clock) throw new Error(`Subscription ${subscriptionId} has no clock.`);
  return { clock, subscription: await lockSubscriptionById(tx, subscriptionId) };
}

export function refuse({ id, status }: Subscription, action: string): BillingError {
  return BillingError.subscriptionActionUnavailable(id, action, status);
}
