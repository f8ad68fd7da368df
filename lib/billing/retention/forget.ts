import { forgetRequests } from '../../api/idempotency';
import { forgetWindows } from '../../rate-limit';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';

const day = 24 * 60 * 60 * 1000;
/** As long as a caller may still ask for an answer again. */
const answersDays = 30;
/** Longer than any window. */
const countsDays = 2;

/** Forgets what product servers were answered a month ago. Returns how many answers. */
export function forgetAnswers(context: BillingContext, { limit }: Pick<Pass, 'limit'>): Promise<number> {
  return forgetRequests(context.database, daysAgo(context, answersDays), limit);
}

/** Forgets how often somebody did something in windows that are over. Returns how many windows. */
export function forgetCounts(context: BillingContext, { limit }: Pick<Pass, 'limit'>): Promise<number> {
  return forgetWindows(context.database, daysAgo(context, countsDays), limit);
}

function daysAgo({ clock }: BillingContext, days: number): Date {
  return new Date(clock.now().getTime() - days * day);
}
