import { and, asc, eq, ne } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { subscriptions } from '@/db/schema';

/** Ids of a team's subscriptions that could still charge it: all that have not ended, whatever state they are in. */
export async function listLiveSubscriptions(on: Queryable, teamId: string): Promise<string[]> {
  const rows = await on
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(and(eq(subscriptions.teamId, teamId), ne(subscriptions.status, 'canceled')))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id));
  return rows.map(({ id }) => id);
}
