import type { BillingContext } from './context';
import { dripAllowances } from './credits/drip';
import { expireLots } from './credits/expire';
import { expireHolds } from './credits/hold';
import { listDue } from './webhooks/inbox';
import { attemptStored } from './webhooks/stored';

export interface Drained {
  events: number;
  holds: number;
  /** Months of yearly plans that were granted. */
  allowances: number;
  teamsWithExpiredLots: number;
}

const batch = 100;

/**
 * One bounded pass over everything that is due: events that wait or retry, months of yearly plans that have begun,
 * holds and lots whose time is over. Safe to run in any number of processes at once; `budgetMs` bounds when the last
 * piece of work begins.
 */
export async function drain(context: BillingContext, { budgetMs }: { budgetMs: number }): Promise<Drained> {
  const endsAt = context.clock.now().getTime() + budgetMs;
  const isTimeLeft = () => context.clock.now().getTime() < endsAt;
  const events = await drainInbox(context, isTimeLeft);
  const holds = isTimeLeft() ? await expireHolds(context.database, context.clock.now(), batch) : 0;
  const allowances = isTimeLeft() ? await dripAllowances(context, context.clock.now(), batch) : 0;
  const teamsWithExpiredLots = isTimeLeft() ? await expireLots(context.database, context.clock.now(), batch) : 0;
  return { events, holds, allowances, teamsWithExpiredLots };
}

async function drainInbox(context: BillingContext, isTimeLeft: () => boolean): Promise<number> {
  let count = 0;
  for (const key of await listDue(context.database, context.clock.now(), batch)) {
    if (!isTimeLeft()) break;
    try {
      const attempted = await attemptStored(context, key);
      if (!attempted) continue;
      count += 1;
      context.log.info(
        { ...key, state: attempted.state, status: attempted.outcome, code: attempted.code },
        'event attempted again',
      );
    } catch (error) {
      // One event must not keep the others from their turn; it stays due.
      context.log.error({ ...key, error: error instanceof Error ? error.name : 'unknown' }, 'attempt failed');
    }
  }
  return count;
}
