import type { Help } from './help';

/** For codes of errors that are no kinds of case: `sql_55P03`, `internal_error`. */
export const codeHelp: Record<string, Help> = {
  ambiguous_order: {
    title: 'Two snapshots of one instant',
    means:
      'Two states of a subscription have the same time and differ, and the provider could not say which came last.',
    whatToDo: 'Look at the subscription at the provider; run the reconciliation, which takes its present state.',
    mendedWhen: 'The subscription here stands as it does there.',
  },
  renewal_not_allowed_for_subscription_status: {
    title: 'A renewal of what has ended',
    means: 'A period was paid after its subscription had ended. It is recorded, and advances nothing.',
    whatToDo: 'See paid_after_end.',
    mendedWhen: 'The payment is refunded.',
  },
  sql_55P03: {
    title: 'A row was locked for longer than a second',
    means: 'Another transaction held what this one needed. The worker tries again for 24 hours.',
    whatToDo: 'Nothing, unless it lasts: then look for a transaction that was left open.',
    mendedWhen: 'The event is applied at a later attempt.',
  },
  sql_57014: {
    title: 'A statement took longer than two seconds',
    means: 'The database was too slow. The worker tries again for 24 hours.',
    whatToDo: 'Look at the database’s load, its disk, and whether statistics and indexes are there.',
    mendedWhen: 'The event is applied at a later attempt.',
  },
  sql_22: {
    title: 'The database refused a value',
    means: 'A number is out of range, or a text holds what Postgres cannot store. It can never pass as it is.',
    whatToDo: 'Look at the body. Correct what reads it, deploy, replay.',
    mendedWhen: 'The event is applied.',
  },
  sql_23: {
    title: 'A constraint refused it',
    means: 'It may have been a race, so it is tried once more, and is then parked as constraint_violated.',
    whatToDo: 'See constraint_violated.',
    mendedWhen: 'The event is applied.',
  },
  sql: {
    title: 'The database could not do it',
    means: 'It was not reachable, out of connections, or failed in itself. The worker tries again for 24 hours.',
    whatToDo: 'Look at the database’s log under the code after sql_.',
    mendedWhen: 'The event is applied at a later attempt.',
  },
  internal_error: {
    title: 'An error in the code',
    means: 'Something was thrown that nobody expected. The worker tries again for 24 hours, then parks it.',
    whatToDo: 'Search the log for the event’s id. Mend the cause, deploy, replay by code.',
    mendedWhen: 'The event is applied.',
  },
};
