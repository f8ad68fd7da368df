import type { Queryable } from '@/db/client';
import { isLive } from './state';
import { listSubscriptions } from './store';

/** Ids of the subscriptions that charge a team, or may do so again. */
export async function listLiveSubscriptions(on: Queryable, teamId: string): Promise<string[]> {
  const subscriptions = await listSubscriptions(on, teamId);
  return subscriptions.filter(({ status }) => isLive(status)).map(({ id }) => id);
}
