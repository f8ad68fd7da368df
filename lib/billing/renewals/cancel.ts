import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import { insertOwnAudits } from '../subscriptions/audits';
import { tellEnding } from '../subscriptions/ending';
import { type Subscription, updateSubscription } from '../subscriptions/store';
import { instantOf } from './instants';
import { type ChargeOperation, isInFlight, lockOpenOperations, updateOperation } from './operations';
import { lockOwn, type OwnRequest } from './own';
import { endSubscription, type OwnChange, voidUnsent } from './transition';

export type CancelMode = 'now' | 'period_end';

/**
 * Cancels a subscription that we renew: at the end of what is paid for, or now. A charge that no provider has heard of is
 * called off. One that is on its way cannot be: if it succeeds, what it paid for is kept until its end, or with `now` a
 * refund is due; if it fails, the subscription ends. Canceled again it changes nothing but the mode. Throws
 * `subscription_not_found`, `not_renewed_here`.
 */
export function cancel(context: BillingContext, request: OwnRequest & { mode: CancelMode }): Promise<Subscription> {
  const now = context.clock.now();
  const own = { actorType: 'user', actorId: request.userId, cause: `cancel:${request.mode}`, now } as const;
  return context.database.transaction(async (tx) => {
    const { subscription } = await lockOwn(tx, request);
    if (subscription.endedAt !== null) return subscription;
    return cancelLocked(tx, own, { subscription, mode: request.mode });
  });
}

async function cancelLocked(
  tx: Transaction,
  own: OwnChange,
  { subscription, mode }: { subscription: Subscription; mode: CancelMode },
): Promise<Subscription> {
  const occurredAt = instantOf(own.now);
  const open = await lockOpenOperations(tx, subscription.id);
  const inFlight = open.filter(isInFlight);
  await voidUnsent(tx, own, { subscriptionId: subscription.id, reason: 'canceled', occurredAt });
  for (const operation of inFlight) await askToCancel(tx, own, { operation, mode });
  // A cycle that was registered has begun, also where this server's clock is behind.
  const { currentPeriodEnd } = subscription;
  const isPaidAhead = open.length === 0 && currentPeriodEnd !== null && currentPeriodEnd > occurredAt;
  if (inFlight.length === 0 && (mode === 'now' || !isPaidAhead))
    return endSubscription(tx, own, { subscription, endedAt: occurredAt, reason: 'canceled' });
  return schedule(tx, own, { subscription, mode, isWaiting: inFlight.length > 0 });
}

/** Its outcome decides. To cancel now is stronger than to cancel at the end. */
async function askToCancel(
  tx: Transaction,
  { now }: OwnChange,
  { operation, mode }: { operation: ChargeOperation; mode: CancelMode },
): Promise<void> {
  if (operation.cancelMode === 'now') return;
  // What waits for the buyer is withdrawn, which nothing has to be waited for.
  const soon = operation.state === 'action_required' ? { nextAttemptAt: now } : {};
  await updateOperation(tx, operation.id, { cancelMode: mode, cancelRequestedAt: instantOf(now), ...soon }, now);
}

async function schedule(
  tx: Transaction,
  own: OwnChange,
  { subscription: before, mode, isWaiting }: { subscription: Subscription; mode: CancelMode; isWaiting: boolean },
): Promise<Subscription> {
  const { currentPeriodStart, currentPeriodEnd } = before;
  const told = isWaiting ? {} : { providerPeriodStart: currentPeriodStart, providerPeriodEnd: currentPeriodEnd };
  const after = await updateSubscription(tx, before.id, { cancelAtPeriodEnd: true, ...told }, own.now);
  if (before.cancelAtPeriodEnd) return after;
  const occurredAt = instantOf(own.now);
  await insertOwnAudits(tx, own, [
    {
      ...{ subscriptionId: before.id, eventType: 'cancellation_changed', occurredAt, details: { mode, isWaiting } },
      ...{ before: { cancelAtPeriodEnd: false }, after: { cancelAtPeriodEnd: true, cancelAt: null, endedAt: null } },
    },
  ]);
  await tellEnding(tx, own, { before, after, occurredAt });
  return after;
}
