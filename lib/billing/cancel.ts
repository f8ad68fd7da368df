import { BillingError } from './errors';
import { providerNames } from './events';
import { actOnSubscription } from './lab/act';
import { isSandboxOn, type LabContext } from './lab/context';
import { cancel as cancelOwn } from './renewals/cancel';
import { asBillingError, sellerOf } from './seller-of';
import { listCharging } from './subscriptions/live';
import type { Subscription } from './subscriptions/store';

/**
 * Ends every subscription that charges a team, at its provider, so that nothing more is charged; returns their ids. What is
 * paid for is not refunded. That they have ended is told by the providers' webhooks. Doing it twice changes nothing.
 * Throws `provider_unavailable`, `provider_refused`, `checkout_unavailable` where a provider cannot be asked here; then
 * some may have ended already.
 */
export async function cancelSubscription(context: LabContext, teamId: string): Promise<{ canceled: string[] }> {
  const live = await listCharging(context.database, teamId);
  for (const subscription of live) await cancel(context, subscription);
  return { canceled: live.map(({ id }) => id) };
}

async function cancel(context: LabContext, subscription: Subscription): Promise<void> {
  const { id: subscriptionId, teamId, provider: name, providerSubscriptionId, clockOwner } = subscription;
  if (clockOwner === 'us') {
    await cancelOwn(context, { teamId, subscriptionId, userId: `team:${teamId}`, mode: 'now' });
    return;
  }
  const provider = providerNames.find((known) => known === name);
  if (provider === 'sandbox') return cancelInSandbox(context, teamId, providerSubscriptionId);
  if (!provider) throw BillingError.checkoutUnavailable(name);
  const seller = sellerOf(context, provider);
  await seller.cancelSubscription(providerSubscriptionId).catch((error: unknown) => {
    throw asBillingError(context, error);
  });
}

/** What the sandbox sold stands in our own tables, and its portal is where it is ended. Once it is off it charges nobody. */
async function cancelInSandbox(context: LabContext, teamId: string, sandboxSubscriptionId: string): Promise<void> {
  if (!isSandboxOn(context)) return;
  await actOnSubscription(context, { teamId, sandboxSubscriptionId, action: 'cancel_now' });
}
