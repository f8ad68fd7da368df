import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { chargeOperations } from '@/db/schema';
import type { BillingContext } from '../context';
import { findClock, updateClock } from './clocks';
import { lockOpenOperations, updateOperation } from './operations';
import { lockOwn, type OwnRequest, refuse } from './own';

/**
 * Takes a sandbox subscription out of real time for good: from now on its clock and its charges run only when they are
 * told to, with the clock that they are given. Throws `subscription_not_found`, `not_renewed_here`,
 * `subscription_action_unavailable` for one that is charged with real money or has ended.
 */
export async function simulateClock(
  context: BillingContext,
  request: Pick<OwnRequest, 'teamId' | 'subscriptionId'>,
): Promise<void> {
  const now = context.clock.now();
  await context.database.transaction(async (tx) => {
    const { clock, subscription } = await lockOwn(tx, request);
    if (subscription.provider !== 'sandbox' || subscription.endedAt !== null) throw refuse(subscription, 'simulate');
    if (clock.isSimulated) return;
    await updateClock(tx, clock.subscriptionId, { isSimulated: true }, now);
    for (const { id } of await lockOpenOperations(tx, clock.subscriptionId))
      await updateOperation(tx, id, { isSimulated: true }, now);
  });
}

/** When something of a subscription is due next: a cycle, an attempt, the end of a lease, a step of dunning. */
export async function nextDueAt(on: Queryable, subscriptionId: string): Promise<Date | null> {
  const clock = await findClock(on, subscriptionId);
  const { nextAttemptAt, leasedUntil, dunningAt } = chargeOperations;
  const operations = await on
    .select({ nextAttemptAt, leasedUntil, dunningAt })
    .from(chargeOperations)
    .where(and(eq(chargeOperations.subscriptionId, subscriptionId), isNull(chargeOperations.settledAt)));
  const times = [clock?.nextRunAt ?? null, ...operations.flatMap((operation) => Object.values(operation))];
  const known = times.flatMap((time) => (time === null ? [] : [time.getTime()]));
  return known.length === 0 ? null : new Date(Math.min(...known));
}
