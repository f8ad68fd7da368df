/** The door of the lab and of the sandbox's hosted pages: a provider's side, to play with in the browser. */
import { takeLabAction } from '../demo/limits';
import * as acting from './act';
import { labContext } from './context';
import * as hosted from './hosted';
import * as queries from './queries';
import * as running from './run';
import * as subscriptions from './subscription-queries';

export { type LabAction, labActions } from './actions';
export { type DeliveryOrder, deliveryOrders } from './delivery-order';
export type { HostedCheckout, HostedRequest } from './hosted';
export type { LabPayment, LabRun } from './queries';
export { type SubscriptionAction, subscriptionActions } from './subscription-actions';
export type { SandboxSubscriptionView, SubscriptionRun } from './subscription-queries';

/**
 * Does something to a sandbox payment of the team and shows what came of it. Throws `payment_not_found`,
 * `delivery_not_kept`, `nothing_to_refund`, `already_disputed`, `no_open_dispute`, `checkout_unavailable`, and as all that
 * makes the sandbox send something, in a public demo `too_many_lab_actions` and `demo_is_full`.
 */
export async function runLab(request: running.LabRequest) {
  const context = labContext();
  await takeLabAction(context, request.teamId);
  return running.runLab(context, request);
}

/** The team's sandbox payments, newest first. */
export function listLabPayments(teamId: string) {
  return queries.listLabPayments(labContext(), teamId);
}

/** The team's newest runs with what they showed, newest first. */
export function listLabRuns(teamId: string, limit: number) {
  return queries.listLabRuns(labContext(), teamId, limit);
}

/** A session of the sandbox's hosted page; null where there is none. */
export function getHostedCheckout(providerCheckoutId: string) {
  return hosted.getHostedCheckout(labContext(), providerCheckoutId);
}

/**
 * Does what the buyer chose on the hosted page: a pack is paid, a plan begins (`start_trial`: with a trial). Throws `checkout_not_found`, `checkout_not_payable`,
 * `checkout_unavailable`.
 */
export async function actOnHostedCheckout(request: hosted.HostedRequest) {
  const context = labContext();
  const checkout = await hosted.getHostedCheckout(context, request.providerCheckoutId);
  if (checkout) await takeLabAction(context, checkout.teamId);
  return hosted.actOnHostedCheckout(context, request);
}

/** The subscriptions that the sandbox sold to the team, newest first, each with what can be done to it. */
export function listSandboxSubscriptions(teamId: string) {
  return subscriptions.listSandboxSubscriptions(labContext(), teamId);
}

/**
 * Does something to a subscription of the team at the sandbox (renew, fail, change, pause, cancel, refund) and shows
 * what its burst of messages moved, delivered in the order that was asked for. `change_plan` takes `item`, `quantity` or
 * both. Throws `subscription_not_found`, `subscription_action_unavailable`, `card_declined`, `unknown_item`,
 * `item_not_for_sale`, `invalid_quantity`, `checkout_unavailable`.
 */
export async function actOnSubscription(request: acting.SubscriptionRequest) {
  const context = labContext();
  await takeLabAction(context, request.teamId);
  return acting.actOnSubscription(context, request);
}

/** The team's newest runs on subscriptions with what they showed, newest first. */
export function listSubscriptionRuns(teamId: string, limit: number) {
  return subscriptions.listSubscriptionRuns(labContext(), teamId, limit);
}
