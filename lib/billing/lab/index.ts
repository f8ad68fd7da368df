/** The door of the lab and of the sandbox's hosted pages: a provider's side, to play with in the browser. */
import { takeLabAction } from '../demo/limits';
import * as acting from './act';
import * as confirming from './confirm-charge';
import { labContext } from './context';
import * as hosted from './hosted';
import * as queries from './queries';
import * as renewing from './renewal-lab';
import * as running from './run';
import * as api from './sandbox-api';
import * as cards from './set-up-card';
import * as subscriptions from './subscription-queries';
import type { CardBehaviour } from './test-cards';
import * as times from './time-machine';

export { type LabAction, labActions } from './actions';
export { type DeliveryOrder, deliveryOrders } from './delivery-order';
export type { HostedCheckout, HostedRequest } from './hosted';
export type { LabPayment, LabRun } from './queries';
export type { LabCycle, RenewalLab } from './renewal-lab';
export type { ApiAnswer } from './sandbox-answers';
export type { Afterwards, ApiRequest } from './sandbox-api';
export { type SubscriptionAction, subscriptionActions } from './subscription-actions';
export type { SandboxSubscriptionView, SubscriptionRun } from './subscription-queries';
export { type CardBehaviour, type TestCard, testCards } from './test-cards';
export { timeLeaps } from './time-machine';

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

/** A page where a card is saved; null where the team has none of that id. */
export function getCardSetup(of: { teamId: string; id: string }) {
  return cards.getSetup(labContext(), of);
}

/** Saves a test card on that page. Returns how our endpoint answered its webhook. Throws `setup_not_found`. */
export async function saveTestCard(request: { teamId: string; id: string; behaviour: CardBehaviour }) {
  const context = labContext();
  await takeLabAction(context, request.teamId);
  return cards.saveCard(context, request);
}

/** Counts what a visitor makes the sandbox do through the billing's own door. */
export function countLabAction(teamId: string): Promise<void> {
  return takeLabAction(labContext(), teamId);
}

/** Leaves that page without a card. Throws `setup_not_found`. */
export function leaveCardSetup(of: { teamId: string; id: string }) {
  return cards.leaveSetup(labContext(), of);
}

/** A payment of the team that waits for its buyer's word; null where there is none. */
export function getChargeToConfirm(of: { teamId: string; id: string }) {
  return confirming.getChargeToConfirm(labContext(), of);
}

/** What the buyer says of it. Throws `payment_not_found`. */
export function confirmCharge(request: { teamId: string; id: string; confirmed: boolean }) {
  return confirming.confirmCharge(labContext(), request);
}

/** The sandbox's own interface, over HTTP: charges a saved card once per key. */
export function answerCharge(request: api.ApiRequest, afterwards: api.Afterwards) {
  return api.answerCharge(labContext(), request, afterwards);
}

/** As `answerCharge`: how charges stand. */
export function answerLookUp(
  request: { authorization: string | null; about: { operationId: string } | { id: string } },
  afterwards: api.Afterwards,
) {
  return api.answerLookUp(labContext(), request, afterwards);
}

/** As `answerCharge`: gives up a charge that has not ended. */
export function answerCancel(request: { authorization: string | null; id: string }, afterwards: api.Afterwards) {
  return api.answerCancel(labContext(), request, afterwards);
}

/** As `answerCharge`: opens the page where a card is saved. */
export function answerSetup(request: api.ApiRequest) {
  return api.answerSetup(labContext(), request);
}

/** The team's sandbox subscription that we renew, as we and the sandbox have it. Null: it has none. */
export function getRenewalLab(teamId: string) {
  return renewing.getRenewalLab(labContext(), teamId);
}

/**
 * Moves the time of that subscription, and does what falls due on the way. Throws `subscription_not_found`,
 * `not_renewed_here`, `subscription_action_unavailable`.
 */
export async function travel(request: { teamId: string; leap: times.TimeLeap }) {
  const context = labContext();
  await takeLabAction(context, request.teamId);
  return times.travel(context, request);
}
