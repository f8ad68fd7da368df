import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { insertOwnAudits } from '../subscriptions/audits';
import { type RenewalClock, updateClock } from './clocks';
import { instantOf } from './instants';
import { lockOwn, type OwnRequest, refuse } from './own';
import { planOf } from './price';

/**
 * Chooses what the next cycle is charged for; what is paid for stays until then, and a charge that is registered keeps
 * its price. To choose what it is now takes a change back. Throws `unknown_item`, `invalid_quantity`,
 * `subscription_not_found`, `not_renewed_here`, `subscription_action_unavailable` for one that ends or is in another
 * currency.
 */
export function changePlan(
  context: BillingContext,
  request: OwnRequest & { item: string; quantity: number },
): Promise<RenewalClock> {
  const { item, quantity, userId, subscriptionId } = request;
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > 100) throw BillingError.invalidQuantity(quantity);
  const plan = planOf(context.settings.catalog, item);
  const now = context.clock.now();
  return context.database.transaction(async (tx) => {
    const { clock, subscription } = await lockOwn(tx, request);
    const isEnding = subscription.endedAt !== null || subscription.cancelAtPeriodEnd;
    if (isEnding || currencyOf(context, clock) !== plan.currency) throw refuse(subscription, 'change_plan');
    const isSame = item === clock.item && quantity === clock.quantity;
    const change = isSame ? { nextItem: null, nextQuantity: null } : { nextItem: item, nextQuantity: quantity };
    if (change.nextItem === clock.nextItem && change.nextQuantity === clock.nextQuantity) return clock;
    const own = { actorType: 'user', actorId: userId, cause: 'change_plan', now } as const;
    const [before, after] = [clock, change].map(({ nextItem: plan, nextQuantity: quantity }) => ({ plan, quantity }));
    await insertOwnAudits(tx, own, [
      {
        ...{ subscriptionId, eventType: 'plan_change_scheduled', occurredAt: instantOf(now) },
        ...{ before: before ?? null, after: after ?? null, details: { from: clock.nextDueAt } },
      },
    ]);
    return updateClock(tx, subscriptionId, change, now);
  });
}

function currencyOf({ settings }: BillingContext, { item }: RenewalClock): string | null {
  return settings.catalog.findItem(item)?.currency ?? null;
}
