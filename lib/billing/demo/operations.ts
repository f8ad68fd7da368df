import { and, eq, isNotNull } from 'drizzle-orm';
import { teams } from '@/db/schema';
import type { BillingContext } from '../context';
import { type CaseView, listCases } from '../operator/case-queries';
import type { Page } from '../operator/cursor';
import { OperatorError } from '../operator/errors';
import { type EventStory, getEventStory } from '../operator/event-story';
import { type EventEntry, listEvents } from '../operator/inbox-queries';
import { type Replayed, replay } from '../operator/replay';
import type { EventKey } from '../webhooks/inbox';

export interface Demo {
  /** When it and all that is its own is deleted. */
  until: Date;
}

/** Null for a team that is for keeps. */
export async function findDemo({ database }: Pick<BillingContext, 'database'>, teamId: string): Promise<Demo | null> {
  const [row] = await database
    .select({ until: teams.demoUntil })
    .from(teams)
    .where(and(eq(teams.id, teamId), isNotNull(teams.demoUntil)));
  return row?.until ? { until: row.until } : null;
}

/** What of the inbox is the demo team's own, the newest first; of any other team nothing. Throws `invalid_cursor`. */
export async function listOwnEvents(
  context: BillingContext,
  { teamId, cursor }: { teamId: string; cursor: string | null },
): Promise<Page<EventEntry>> {
  const demo = await findDemo(context, teamId);
  return demo ? listEvents(context, { teamId, cursor, limit: 25 }) : { entries: [], nextCursor: null };
}

/** The demo team's open cases. */
export async function listOwnCases(context: BillingContext, teamId: string): Promise<CaseView[]> {
  const demo = await findDemo(context, teamId);
  return demo ? (await listCases(context, { teamId, state: 'open', limit: 50 })).entries : [];
}

/** An event of the demo team's; null for any other as for one that does not exist. */
export async function getOwnEvent(context: BillingContext, teamId: string, key: EventKey): Promise<EventStory | null> {
  const demo = await findDemo(context, teamId);
  const story = demo && (await getEventStory(context, key));
  return story?.teamId === teamId ? story : null;
}

/** As an operator replays, of the demo team's own events. Throws `event_not_found` for any other, `event_busy`, `delivery_not_kept`. */
export async function replayOwnEvent(
  context: BillingContext,
  { teamId, userId, key }: { teamId: string; userId: string; key: EventKey },
): Promise<Replayed> {
  if (!(await getOwnEvent(context, teamId, key))) throw OperatorError.eventNotFound(key.eventId);
  return replay(context, { key, by: { actorId: userId, reason: 'Tried out in a demo' } });
}
