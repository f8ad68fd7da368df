import type { Queryable } from '@/db/client';
import { isLive } from './state';
import { listSubscriptions, type Subscription } from './store';

/** Ids of the subscriptions that charge a team, or may do so again. */
export async function listLiveSubscriptions(on: Queryable, teamId: string): Promise<string[]> {
  return (await listCharging(on, teamId)).map(({ id }) => id);
}

/** The subscriptions that charge a team, or may do so again. */
export async function listCharging(on: Queryable, teamId: string): Promise<Subscription[]> {
  return (await listSubscriptions(on, teamId)).filter(mayCharge);
}

/** One of ours whose first payment is on its way goes on once that is through. */
function mayCharge({ status, clockOwner, endedAt }: Subscription): boolean {
  return isLive(status) || (clockOwner === 'us' && endedAt === null);
}
