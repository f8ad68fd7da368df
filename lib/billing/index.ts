/** The door of the billing: all that an app may call. Everything else in this folder is its own business. */
import * as checkout from './checkout';
import { billingContext } from './context';
import * as holds from './credits/hold';
import * as history from './credits/queries';
import * as spending from './credits/spend';
import * as draining from './drain';
import type { ProviderName } from './events';
import * as receiving from './operations/deliveries';
import * as preferences from './outbox/preferences';
import * as previews from './outbox/preview';
import type { Delivery } from './providers/provider';
import * as canceling from './renewals/cancel';
import * as planChanges from './renewals/change-plan';
import type { OwnRequest } from './renewals/own';
import * as owned from './renewals/queries';
import { resume } from './renewals/resume';
import * as setup from './renewals/setup';
import * as subscribing from './renewals/subscribe';
import type { Access } from './subscriptions/access';
import * as cards from './subscriptions/card';
import * as explaining from './subscriptions/explain';
import * as access from './subscriptions/queries';
import * as renewals from './subscriptions/renewals';
import * as timelines from './subscriptions/timeline';
import type { WebhookAnswer } from './webhooks/receive';

export type { Pack, Plan } from './catalog';
export type { CheckoutStart, CheckoutView } from './checkout';
export type { Hold, HoldRequest } from './credits/hold';
export type { HistoryPayment } from './credits/payments';
export type {
  CreditsView,
  DayOfMovements,
  HistoryEntry,
  HistoryFilter,
  HistoryPage,
  HistoryRequest,
} from './credits/queries';
export { historyFilters } from './credits/queries';
export type { SpendRequest, Spent } from './credits/spend';
export { BillingError, type BillingErrorCode } from './errors';
export { type OptionalType, optionalTypes } from './outbox/messages';
export type { MessagePreference } from './outbox/preferences';
export type { MessagePreview } from './outbox/preview';
export type { CancelMode } from './renewals/cancel';
export type { FailedCharge, RenewalView } from './renewals/queries';
export type { SetupStart } from './renewals/setup';
export type { SubscribeRequest } from './renewals/subscribe';
export type { Access, AccessLevel, AccessReason } from './subscriptions/access';
export type { NextStep, SubscriptionView } from './subscriptions/card';
export type { AccessSpan } from './subscriptions/explain';
export type { RenewalEntry, RenewalPage, RenewalRequest } from './subscriptions/renewals';
export type { SubscriptionTimeline } from './subscriptions/timeline';
export type { PeriodView, TransitionView } from './subscriptions/views';
export type { WebhookAnswer } from './webhooks/receive';

/** A team's balance, what of it is held, and what can be spent now. Whole credits. */
export function getCredits(teamId: string): Promise<history.CreditsView> {
  return history.getCredits(billingContext(), teamId);
}

/**
 * Spends whole credits once per idempotency key. Throws `insufficient_credits`, `idempotency_key_reused`,
 * `invalid_credits`, `invalid_idempotency_key`.
 */
export function spendCredits(request: spending.SpendRequest): Promise<spending.Spent> {
  const { database, clock, settings } = billingContext();
  return spending.spend(database, clock, { lowAt: settings.creditsLowAt, ...request });
}

/** Reserves credits for a job, once per idempotency key. Throws as `spendCredits` does. */
export function holdCredits(request: holds.HoldRequest): Promise<holds.Hold> {
  const { database, clock } = billingContext();
  return holds.hold(database, clock, request);
}

/**
 * Spends what a job used of its hold, all of it unless told, and frees the rest. Throws `hold_not_found`,
 * `hold_not_open`, `capture_exceeds_hold`, `invalid_credits`.
 */
export function captureHold(request: holds.CaptureRequest): Promise<holds.Hold> {
  const { database, clock, settings } = billingContext();
  return holds.capture(database, clock, { lowAt: settings.creditsLowAt, ...request });
}

/** Frees a hold. Doing it twice changes nothing. Throws `hold_not_found`, and `hold_not_open` once captured. */
export function releaseHold(request: { teamId: string; holdId: string }): Promise<holds.Hold> {
  const { database, clock } = billingContext();
  return holds.release(database, clock, request);
}

/** A page of a team's movements, newest first, each with why it is there. Throws `invalid_cursor`. */
export function listBillingHistory(request: history.HistoryRequest): Promise<history.HistoryPage> {
  return history.listBillingHistory(billingContext(), request);
}

/** A team's whole history, oldest first, read while it is consumed. */
export function exportBillingHistory(teamId: string): AsyncIterable<history.HistoryEntry> {
  return history.exportBillingHistory(billingContext(), teamId);
}

/** Credits in and out for each of the last `days` days, UTC, oldest first. */
export function listMovementsByDay(teamId: string, days: number): Promise<history.DayOfMovements[]> {
  return history.listMovementsByDay(billingContext(), teamId, days);
}

/** What a team may use, now unless told: plan, full, grace, restricted or none, until when, and why. */
export function getAccess(teamId: string, at?: Date): Promise<Access> {
  return access.getAccess(billingContext(), teamId, at);
}

/** The team's access when it has one of these plans, in full or in grace. Throws `plan_required`. */
export function requirePlan(teamId: string, plans: readonly string[]): Promise<Access & { plan: string }> {
  return access.requirePlan(billingContext(), teamId, plans);
}

/** Why a team had access, or had none, on a day (`2026-09-20`, UTC). Throws `invalid_day`. */
export function explainAccess(teamId: string, day: string): Promise<explaining.AccessSpan[]> {
  return explaining.explainAccess(billingContext(), teamId, day);
}

/** A team's subscriptions, the one that counts first, each with what happens next and when. */
export function listSubscriptions(teamId: string): Promise<cards.SubscriptionView[]> {
  return cards.listSubscriptionViews(billingContext(), teamId);
}

/** A page of what a team's subscriptions were paid for, the latest period first. Throws `invalid_cursor`. */
export function listRenewals(request: renewals.RenewalRequest): Promise<renewals.RenewalPage> {
  return renewals.listRenewals(billingContext(), request);
}

/** Periods, gaps and transitions of one subscription; null where the team has none of that id. */
export function getSubscriptionTimeline(
  teamId: string,
  subscriptionId: string,
): Promise<timelines.SubscriptionTimeline | null> {
  return timelines.getTimeline(billingContext(), teamId, subscriptionId);
}

/** A team's subscription whose clock is ours: what is charged next and to what, and what failed. Null: it has none. */
export function getRenewal(teamId: string): Promise<owned.RenewalView | null> {
  return owned.getRenewal(billingContext(), teamId);
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

/** The packs that are for sale here. */
export function listPacks() {
  return checkout.listPacks(billingContext());
}

/** The plans that are for sale here. */
export function listPlans() {
  return checkout.listPlans(billingContext());
}

/**
 * Starts a purchase or a subscription; send the buyer to `url`. Throws `unknown_item`, `item_not_for_sale`, `invalid_quantity`,
 * `checkout_unavailable`, `unknown_team`.
 */
export function startCheckout(start: checkout.CheckoutStart): Promise<{ checkoutId: string; url: string }> {
  return checkout.startCheckout(billingContext(), start);
}

/**
 * Writes down a purchase whose payment page you open yourself: give the provider `checkoutId` as `checkout_id` in the
 * payment's metadata. Throws as `startCheckout` does.
 */
export function createCheckoutIntent(start: checkout.CheckoutStart & { provider: ProviderName }) {
  return checkout.createCheckoutIntent(billingContext(), start);
}

/** How far a checkout of this team got; null where the team has none of that id. */
export function getCheckout(teamId: string, checkoutId: string): Promise<checkout.CheckoutView | null> {
  return checkout.getCheckout(billingContext(), teamId, checkoutId);
}

/** What a team wants to be mailed of what it can switch off. */
export function listMessagePreferences(teamId: string): Promise<preferences.MessagePreference[]> {
  return preferences.listMessagePreferences(billingContext().database, teamId);
}

/** Remembers what a team wants to be mailed. What it does not name stays as it is. */
export function setMessagePreferences(teamId: string, wanted: readonly preferences.MessagePreference[]): Promise<void> {
  const { database, clock } = billingContext();
  return preferences.setMessagePreferences(database, { teamId, preferences: wanted }, clock.now());
}

/** The newest messages of all teams as mails. Shows everybody's: for a developer's own machine. */
export function listMessagePreviews(limit: number): Promise<previews.MessagePreview[]> {
  return previews.listMessagePreviews(billingContext(), limit);
}

/**
 * Takes in a provider's webhook: exact bytes, headers with lower-case names. Never throws for what was sent.
 * `afterwards` is Next's `after`: on functions it goes on with what the delivery left.
 */
export function receiveWebhook(
  provider: string,
  delivery: Delivery,
  afterwards: receiving.Afterwards,
): Promise<WebhookAnswer> {
  return receiving.receiveDelivery(provider, delivery, afterwards);
}

/** One bounded pass over everything that is due. Safe to run anywhere, at any time, any number of times. */
export function drain(options: { budgetMs: number }): Promise<draining.Drained> {
  return draining.drain(billingContext(), options);
}
