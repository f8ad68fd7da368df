import type { Transaction } from '@/db/client';
import { requireTeam } from '../checkouts/claim';
import type { BillingContext } from '../context';
import { insertOwnAudits } from '../subscriptions/audits';
import { tellEnding } from '../subscriptions/ending';
import { type Subscription, updateSubscription } from '../subscriptions/store';
import { instantOf } from './instants';
import { lockOpenOperations, updateOperation } from './operations';
import { lockOwn, type OwnRequest, refuse } from './own';
import type { OwnChange } from './transition';

/**
 * Takes back a cancellation that is still ahead; the anchor and the next due date stay. Nothing to take back changes
 * nothing. Throws `subscription_not_found`, `not_renewed_here`, `subscription_action_unavailable` once it has ended,
 * `unknown_team` for a team that was deleted.
 */
export function resume(context: BillingContext, request: OwnRequest): Promise<Subscription> {
  return context.database.transaction(async (tx) => {
    await requireTeam(tx, request.teamId);
    const { subscription } = await lockOwn(tx, request);
    if (subscription.endedAt !== null) throw refuse(subscription, 'resume');
    const own = { actorType: 'user', actorId: request.userId, cause: 'resume', now: context.clock.now() } as const;
    return takeBackCancellation(tx, own, subscription);
  });
}

/** As `resume`, for a subscription that the caller has locked behind its clock. */
export async function takeBackCancellation(
  tx: Transaction,
  own: OwnChange,
  before: Subscription,
): Promise<Subscription> {
  if (!before.cancelAtPeriodEnd || before.endedAt !== null) return before;
  for (const operation of await lockOpenOperations(tx, before.id)) {
    if (operation.cancelMode === null) continue;
    await updateOperation(tx, operation.id, { cancelMode: null, cancelRequestedAt: null }, own.now);
  }
  const after = await updateSubscription(tx, before.id, { cancelAtPeriodEnd: false }, own.now);
  const occurredAt = instantOf(own.now);
  await insertOwnAudits(tx, own, [
    {
      ...{ subscriptionId: before.id, eventType: 'cancellation_changed', occurredAt },
      ...{ before: { cancelAtPeriodEnd: true }, after: { cancelAtPeriodEnd: false, cancelAt: null, endedAt: null } },
    },
  ]);
  await tellEnding(tx, own, { before, after, occurredAt });
  return after;
}
