/** The door of the billing: all that an app may call. Everything else in this folder is its own business. */
import { billingContext } from './context';
import * as holds from './credits/hold';
import * as history from './credits/queries';
import * as spending from './credits/spend';
import * as usages from './credits/usage';
import * as draining from './drain';
import * as receiving from './operations/deliveries';
import * as delivering from './outbox/deliver';
import * as preferences from './outbox/preferences';
import * as previews from './outbox/preview';
import * as secrets from './outbox/secrets';
import type { Delivery } from './providers/provider';
import * as forgetting from './retention/forget-team';
import type { Access } from './subscriptions/access';
import * as cards from './subscriptions/card';
import * as explaining from './subscriptions/explain';
import * as access from './subscriptions/queries';
import * as renewals from './subscriptions/renewals';
import * as timelines from './subscriptions/timeline';
import type { WebhookAnswer } from './webhooks/receive';

export type { Pack, Plan } from './catalog';
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
export type { ActorKind, Usage, UsageShare } from './credits/usage';
export { BillingError, type BillingErrorCode } from './errors';
export { type OptionalType, optionalTypes } from './outbox/messages';
export type { MessagePreference } from './outbox/preferences';
export type { MessagePreview } from './outbox/preview';
export type { Secret } from './outbox/secrets';
export * from './renewing';
export * from './selling';
export type { Access, AccessLevel, AccessReason } from './subscriptions/access';
export type { NextStep, SubscriptionView } from './subscriptions/card';
export type { AccessSpan } from './subscriptions/explain';
export { listLiveSubscriptions } from './subscriptions/live';
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

/** What a team spent in the last `days` days, UTC: by day, by reason, and by who spent it. */
export function getUsage(request: usages.UsageRequest): Promise<usages.Usage> {
  return usages.getUsage(billingContext(), request);
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

/** Empties what providers sent about a team that ends: names, addresses, cards. Returns how many events it was. */
export function forgetTeam(teamId: string): Promise<number> {
  return forgetting.forgetTeam(billingContext(), teamId);
}

/** Whether mails leave from here at all. Where they do not, what needs one cannot be offered. */
export function mailIsSetUp(): boolean {
  return billingContext().mailer !== undefined;
}

/** Writes a mail with a link to sign in, reset or join into the outbox, encrypted; no operator can read it. */
export function sendSecret(secret: secrets.Secret): Promise<void> {
  return secrets.sendSecret(billingContext(), secret);
}

/** Sends the mails with links that are due, before all others. For `after()`: somebody waits for one. */
export function deliverSecrets(): Promise<number> {
  return delivering.deliverSecrets(billingContext());
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
