import { BillingError } from '../errors';

/** What an operator's deed can go wrong with. */
export class OperatorError extends BillingError {
  static eventNotFound(eventId: string) {
    return new OperatorError('event_not_found', `There is no event ${eventId}.`, { eventId });
  }

  static eventSettled(eventId: string, state: string) {
    return new OperatorError('event_settled', `Event ${eventId} is ${state}: nothing is left to do for it.`, {
      eventId,
      state,
    });
  }

  static eventBusy(eventId: string) {
    return new OperatorError('event_busy', 'Somebody else is working on this event. Try again in a moment.', {
      eventId,
    });
  }

  static eventOfAnotherTeam(eventId: string, teamId: string) {
    return new OperatorError('event_of_another_team', `By what is known, this event belongs to team ${teamId}.`, {
      eventId,
      teamId,
    });
  }

  static caseNotFound(caseId: string) {
    return new OperatorError('case_not_found', `There is no case ${caseId}.`, { caseId });
  }

  static caseNotOpen(caseId: string, state: string) {
    return new OperatorError('case_not_open', `The case is ${state} already.`, { caseId, state });
  }

  static messageNotFound(messageId: string) {
    return new OperatorError('message_not_found', `There is no message ${messageId}.`, { messageId });
  }

  static messageNotStuck(messageId: string, state: string) {
    return new OperatorError('message_not_stuck', `The message is ${state}: there is nothing to send again.`, {
      messageId,
      state,
    });
  }

  static reasonRequired() {
    return new OperatorError('reason_required', 'Say why, in 3 to 500 characters: it is kept with what you do.');
  }
}
