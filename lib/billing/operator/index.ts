/**
 * The door of the operators: what mends a team's billing by hand. Whoever calls it has made sure that an operator asks:
 * nothing here is bound to one team.
 */
import { billingContext } from '../context';
import * as adjusting from './adjust-credits';
import * as assigning from './assign-team';
import * as dismissing from './dismiss';
import * as replaying from './replay';
import * as bulk from './replay-by-code';
import * as resolving from './resolve-case';

export type { Operator, OperatorActionKind } from './actions';

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
