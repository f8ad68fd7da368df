import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { closeCase } from '../reconciliation/cases';
import { insertOwnAudits, type OwnChange } from '../subscriptions/audits';
import { subjectOf } from '../subscriptions/open';
import { findSubscription, lockSubscriptionById, type Subscription } from '../subscriptions/store';
import { lockClock, type RenewalClock, updateClock } from './clocks';
import { atDate, instantOf } from './instants';

/**
 * Lets a halted clock run again, from the cycle at which it halted; its case closes. One that runs stays as it is. Throws
 * `subscription_not_found`, `subscription_action_unavailable` for one that has ended.
 */
export function restartClock(
  context: BillingContext,
  { subscriptionId, operatorId, record }: Restarting,
): Promise<RenewalClock> {
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const found = await findSubscription(tx, subscriptionId);
    const clock = found && (await lockClock(tx, subscriptionId));
    if (!clock) throw BillingError.subscriptionNotFound(subscriptionId);
    const subscription = await lockSubscriptionById(tx, subscriptionId);
    if (subscription.endedAt !== null)
      throw BillingError.subscriptionActionUnavailable(subscriptionId, 'restart', subscription.status);
    if (clock.state === 'running') return clock;
    const own = { actorType: 'user', actorId: operatorId, cause: 'operator', now } as const;
    const running = await restart(tx, own, { clock, subscription });
    await record?.(tx, running);
    return running;
  });
}

interface Restarting {
  subscriptionId: string;
  operatorId: string;
  /** Writes down who did it and why, in the transaction that does it. */
  record?: (tx: Transaction, clock: RenewalClock) => Promise<void>;
}

/** As `restartClock`, for a clock and a subscription that the caller has locked. */
export async function restart(
  tx: Transaction,
  own: OwnChange,
  { clock, subscription }: { clock: RenewalClock; subscription: Subscription },
): Promise<RenewalClock> {
  const { subscriptionId, nextDueAt, nextCycleNo, stateReason } = clock;
  const details = { nextDueAt, nextCycleNo, was: stateReason };
  await insertOwnAudits(tx, own, [
    { subscriptionId, eventType: 'clock_restarted', occurredAt: instantOf(own.now), details },
  ]);
  const subject = subjectOf(subscription);
  await closeCase(tx, { kind: 'renewal_clock_halted', subject, at: own.now, note: 'The clock runs again.' });
  const change = { state: 'running', stateReason: null, failures: 0, errorCode: null } as const;
  return updateClock(tx, subscriptionId, { ...change, nextRunAt: atDate(nextDueAt) }, own.now);
}
