import type { Queryable } from '@/db/client';
import { isLive } from './state';
import { listSubscriptions, type Subscription } from './store';

/**
 * Ids of the subscriptions that charge a team, or may do so again. Left out is what was `canceled`, of which its provider
 * tells later that it ended; not one of ours whose cancellation was taken back.
 */
export async function listLiveSubscriptions(
  on: Queryable,
  teamId: string,
  canceled: readonly string[] = [],
): Promise<string[]> {
  const goesOn = ({ id, clockOwner, cancelAtPeriodEnd }: Subscription) =>
    !canceled.includes(id) || (clockOwner === 'us' && !cancelAtPeriodEnd);
  return (await listCharging(on, teamId)).filter(goesOn).map(({ id }) => id);
}

/** The subscriptions that charge a team, or may do so again. */
export async function listCharging(on: Queryable, teamId: string): Promise<Subscription[]> {
  return (await listSubscriptions(on, teamId)).filter(mayCharge);
}

/** One of ours whose first payment is on its way goes on once that is through. */
function mayCharge({ status, clockOwner, endedAt }: Subscription): boolean {
  return isLive(status) || (clockOwner === 'us' && endedAt === null);
}
