/** Subscriptions whose clock is ours: the part of the door that their teams go through. */
import { chargerOf } from './charger-of';
import { billingContext } from './context';
import * as canceling from './renewals/cancel';
import * as planChanges from './renewals/change-plan';
import type { OwnRequest } from './renewals/own';
import { findDefaultMethod } from './renewals/payment-methods';
import * as owned from './renewals/queries';
import { resume } from './renewals/resume';
import * as setup from './renewals/setup';
import * as subscribing from './renewals/subscribe';

export type { CancelMode } from './renewals/cancel';
export type { FailedCharge, RenewalView } from './renewals/queries';
export type { SetupStart } from './renewals/setup';
export type { SubscribeRequest } from './renewals/subscribe';

/** A team's subscription whose clock is ours: what is charged next and to what, and what failed. Null: it has none. */
export function getRenewal(teamId: string): Promise<owned.RenewalView | null> {
  return owned.getRenewal(billingContext(), teamId);
}

/** Whether a plan that is sold now is renewed by us: `RENEWAL_CLOCK=us`, and its provider can charge a saved card. */
export function isRenewedHere(item: string): boolean {
  const context = billingContext();
  const { renewals, sellingProvider, catalog } = context.settings;
  if (renewals.owner !== 'us' || catalog.findItem(item)?.kind !== 'plan') return false;
  return sellingProvider !== null && chargerOf(context, sellingProvider) !== null;
}

/** The card that new charges go to, as far as it is told. Null: none is saved with the provider that sells. */
export async function getSavedCard(teamId: string): Promise<{ brand: string | null; last4: string | null } | null> {
  const { database, settings } = billingContext();
  const provider = settings.sellingProvider;
  const method = provider === null ? null : await findDefaultMethod(database, teamId, provider);
  return method && { brand: method.brand, last4: method.last4 };
}

/**
 * Opens the provider's page on which a team saves a payment method; send the buyer to `url`. Throws `unknown_item`,
 * `invalid_quantity`, `card_setup_unavailable`.
 */
export function startCardSetup(start: setup.SetupStart): Promise<{ setupId: string; url: string }> {
  return setup.startSetup(billingContext(), start);
}

/**
 * Subscribes with the payment method that the team saved; asked again, it returns the subscription that there is. Throws
 * `unknown_item`, `invalid_quantity`, `no_payment_method`, `already_subscribed`, `checkout_unavailable`.
 */
export async function subscribeWithSavedCard(
  request: subscribing.SubscribeRequest,
): Promise<{ subscriptionId: string }> {
  const { id: subscriptionId } = await subscribing.subscribe(billingContext(), request);
  return { subscriptionId };
}

/** Cancels now, or at the end of what is paid for. Throws `subscription_not_found`, `not_renewed_here`. */
export async function cancelOwnSubscription(request: OwnRequest & { mode: canceling.CancelMode }): Promise<void> {
  await canceling.cancel(billingContext(), request);
}

/** Takes back a cancellation that is still ahead. Throws as above, and `subscription_action_unavailable`. */
export async function resumeOwnSubscription(request: OwnRequest): Promise<void> {
  await resume(billingContext(), request);
}

/** Chooses what the next cycle is charged for. Throws as above, and `unknown_item`, `invalid_quantity`. */
export async function changeOwnPlan(request: OwnRequest & { item: string; quantity: number }): Promise<void> {
  await planChanges.changePlan(billingContext(), request);
}
