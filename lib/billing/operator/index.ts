/**
 * The door of the operators: what mends a team's billing by hand. Whoever calls it has made sure that an operator asks:
 * nothing here is bound to one team.
 */
import { billingContext } from '../context';
import { type RenewalFigures, readRenewalFigures } from '../operations/renewal-figures';
import type { EventKey } from '../webhooks/inbox';
import * as adjusting from './adjust-credits';
import * as assigning from './assign-team';
import * as audits from './audit-queries';
import * as cases from './case-queries';
import type { Page } from './cursor';
import * as dismissing from './dismiss';
import * as story from './event-story';
import * as inbox from './inbox-queries';
import * as outbox from './outbox-queries';
import * as overviews from './overview';
import * as renewalDeeds from './renewal-deeds';
import * as renewals from './renewal-queries';
import * as replaying from './replay';
import * as bulk from './replay-by-code';
import * as resending from './resend';
import * as resolving from './resolve-case';
import * as subscriptions from './subscription-story';
import * as team from './team-story';

export { type ProviderName, providerNames } from '../events';
export type { RenewalFigures } from '../operations/renewal-figures';
export type { InboxState } from '../webhooks/inbox';
export type { OperatorActionKind } from './actions';
export type { ActionView } from './audit-queries';
export type { CaseState, CaseValue, CaseView } from './case-queries';
export type { Page } from './cursor';
export type { EventStory } from './event-story';
export { caseHelp, findHelp, type Help } from './help';
export { codeHelp } from './help-codes';
export { type ErrorCategory, type EventEntry, errorCategories } from './inbox-queries';
export type { MaskedBody } from './mask';
export type { MessageState, MessageView } from './outbox-queries';
export type { HourOfDeliveries, Overview, RunView } from './overview';
export type {
  ClockState,
  ClockView,
  OperationFilter,
  OperationState,
  OperationStory,
  OperationView,
} from './renewal-queries';
export type { PeriodChain, SubscriptionStory } from './subscription-story';
export type { TeamEntry, TeamStory } from './team-story';

/** Works on a stored event once more. Throws `event_not_found`, `event_busy`, `delivery_not_kept`. */
export function replayEvent(request: Parameters<typeof replaying.replay>[1]): Promise<replaying.Replayed> {
  return replaying.replay(billingContext(), request);
}

/** Replays the events that failed with one code, 500 at most. */
export function replayByCode(request: bulk.BulkReplay): Promise<bulk.BulkReplayed> {
  return bulk.replayByCode(billingContext(), request);
}

/** Settles an event that shall never be applied. Throws `reason_required`, `event_settled`, as `replayEvent` else. */
export function dismissEvent(request: Parameters<typeof dismissing.dismiss>[1]): Promise<void> {
  return dismissing.dismiss(billingContext(), request);
}

/** Says whom an event is for and replays it. Throws `reason_required`, `unknown_team`, `event_of_another_team` ... */
export function assignEvent(request: Parameters<typeof assigning.assignTeam>[1]): Promise<replaying.Replayed> {
  return assigning.assignTeam(billingContext(), request);
}

/** Says that a person has dealt with a case. Throws `reason_required`, `case_not_found`, `case_not_open`. */
export function resolveCase(request: Parameters<typeof resolving.resolveCase>[1]): Promise<void> {
  return resolving.resolveCase(billingContext(), request);
}

/** Grants or takes credits by hand, once per key. Throws `reason_required`, `insufficient_credits` ... */
export function adjustCredits(request: adjusting.Adjustment) {
  return adjusting.adjustCredits(billingContext(), request);
}

/** Sends a message once more. Throws `message_not_found`, `message_not_stuck`. */
export function resendMessage(request: Parameters<typeof resending.resendMessage>[1]): Promise<void> {
  return resending.resendMessage(billingContext(), request);
}

/** Says what became of a charge that waits for a person. Throws `reason_required`, `charge_not_found`, `charge_not_unclear`. */
export function decideCharge(request: renewalDeeds.ChargeDecision): Promise<void> {
  return renewalDeeds.decideCharge(billingContext(), request);
}

/** Notes that a refund that was due was made. Throws `reason_required`, `charge_not_found`, `no_refund_due`. */
export function noteRefund(request: renewalDeeds.ChargeDeed): Promise<void> {
  return renewalDeeds.noteRefund(billingContext(), request);
}

/** Lets a halted clock run again. Throws `reason_required`, `subscription_not_found` ... */
export function restartClock(request: renewalDeeds.ClockDeed): Promise<void> {
  return renewalDeeds.restartHaltedClock(billingContext(), request);
}

/** How things stand, and how the last day went. */
export function getOverview(): Promise<overviews.Overview> {
  return overviews.getOverview(billingContext());
}

/** One page of the inbox, the newest first. Throws `invalid_cursor`. */
export function listEvents(request: inbox.EventsRequest): Promise<Page<inbox.EventEntry>> {
  return inbox.listEvents(billingContext(), request);
}

/** The codes that unsettled events failed with, the most frequent first. */
export function listFailedCodes() {
  return inbox.listFailedCodes(billingContext());
}

/** One event with all that became of it; null where there is none. */
export function getEventStory(key: EventKey): Promise<story.EventStory | null> {
  return story.getEventStory(billingContext(), key);
}

/** One page of the cases, those opened last first. Throws `invalid_cursor`. */
export function listCases(request: cases.CasesRequest): Promise<Page<cases.CaseView>> {
  return cases.listCases(billingContext(), request);
}

/** Null where there is none. */
export function getCase(caseId: string): Promise<cases.CaseView | null> {
  return cases.getCase(billingContext(), caseId);
}

/** Teams whose name begins so, or the one with that id. */
export function findTeams(text: string): Promise<team.TeamEntry[]> {
  return team.findTeams(billingContext(), text);
}

/** A team with the newest of everything; null where there is none. */
export function getTeamStory(teamId: string): Promise<team.TeamStory | null> {
  return team.getTeamStory(billingContext(), teamId);
}

/** A subscription from receipt to period to message; null where there is none. */
export function getSubscriptionStory(subscriptionId: string): Promise<subscriptions.SubscriptionStory | null> {
  return subscriptions.getSubscriptionStory(billingContext(), subscriptionId);
}

/** One page of the messages, the newest first. Throws `invalid_cursor`. */
export function listMessages(request: outbox.MessagesRequest): Promise<Page<outbox.MessageView>> {
  return outbox.listMessages(billingContext(), request);
}

/** How the renewals that we run stand: open charges, clocks, and what waits for a person. */
export function getRenewalFigures(): Promise<RenewalFigures> {
  const { database, clock } = billingContext();
  return readRenewalFigures(database, clock.now());
}

/** One page of the charges of renewals that we run, the newest first. Throws `invalid_cursor`. */
export function listOperations(request: renewals.OperationsRequest): Promise<Page<renewals.OperationView>> {
  return renewals.listOperations(billingContext(), request);
}

/** The clocks of renewals in a state, 100 at most. */
export function listClocks(state: renewals.ClockState): Promise<renewals.ClockView[]> {
  return renewals.listClocks(billingContext(), state);
}

/** One charge with every attempt; null where there is none. */
export function getOperationStory(id: string): Promise<renewals.OperationStory | null> {
  return renewals.getOperationStory(billingContext(), id);
}

/** The comparisons with providers that were begun last. */
export function listRuns(): Promise<overviews.RunView[]> {
  return overviews.listRuns(billingContext());
}

/** One page of what operators did, the newest first. Throws `invalid_cursor`. */
export function listActions(request: audits.ActionsRequest): Promise<Page<audits.ActionView>> {
  return audits.listActions(billingContext(), request);
}
