import type { Queryable } from '@/db/client';
import { isLive } from './state';
import { listSubscriptions, type Subscription } from './store';

/** Ids of the subscriptions that charge a team, or may do so again. */
export async function listLiveSubscriptions(on: Queryable, teamId: string): Promise<string[]> {
  return (await listCharging(on, teamId)).map(({ id }) => id);
}

/** The subscriptions that charge a team, or may do so again: one that we renew is charged before it has begun. */
export async function listCharging(on: Queryable, teamId: string): Promise<Subscription[]> {
  const subscriptions = await listSubscriptions(on, teamId);
  return subscriptions.filter(
    ({ status, clockOwner }) => isLive(status) || (status === 'incomplete' && clockOwner === 'us'),
  );
}
