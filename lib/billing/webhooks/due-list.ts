import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { prepared } from '@/db/prepared';
import { billingWebhookEvents } from '@/db/schema';
import type { ProviderName } from '../events';
import type { EventKey } from './inbox';

/** Due events that stand in each other's way: they are of one team, or of one thing as long as the team is unknown. */
export type Queue = readonly EventKey[];

/** How many of the events that are due the choice is made from. What is stuck is postponed, so all come to be seen. */
const seen = 2000;
/** What one team has at most before the others had their turn. */
const turn = 10;

/**
 * Up to `limit` events that are due, by team, the longest overdue first. Ten of each team come before the eleventh of
 * any, so that a team with very many keeps nobody waiting.
 */
export async function listDue(database: Database, at: Date, limit: number): Promise<Queue[]> {
  const rows = await selectDue(database, { now: at.toISOString(), seen, turn, limit });
  const queues = new Map<string, EventKey[]>();
  for (const { owner, provider, event_id: eventId } of rows) {
    const queue = queues.get(owner) ?? [];
    queues.set(owner, queue);
    queue.push({ provider, eventId });
  }
  return [...queues.values()];
}

const value = sql.placeholder;

const selectDue = prepared<{ owner: string; provider: ProviderName; event_id: string }>(sql`
    select owner, provider, event_id
    from (
      select *, (row_number() over (partition by owner order by next_attempt_at) - 1) / ${value('turn')}::int as turn
      from (
        select provider, event_id, next_attempt_at,
          coalesce('team:' || team_id, provider || ':' || coalesce(subject_key, event_id)) as owner
        from ${billingWebhookEvents}
        where next_attempt_at <= ${value('now')}
        order by next_attempt_at
        limit ${value('seen')}::int
      ) as due
    ) as placed
    order by turn, next_attempt_at
    limit ${value('limit')}::int`);
