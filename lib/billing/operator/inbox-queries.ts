import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { billingWebhookEvents as events, teams } from '@/db/schema';
import type { BillingContext } from '../context';
import type { ProviderName } from '../events';
import type { InboxState } from '../webhooks/inbox';
import { type Page, pageOf, pageSize, readCursor, writeCursor } from './cursor';

export const errorCategories = ['temporary', 'missing', 'invalid', 'bug'] as const;
export type ErrorCategory = (typeof errorCategories)[number];

/** A line of the inbox. */
export interface EventEntry {
  provider: string;
  eventId: string;
  type: string | null;
  state: InboxState;
  /** As it was answered: an applied event can have been a `duplicate`. */
  outcome: string | null;
  errorCategory: ErrorCategory | null;
  errorCode: string | null;
  teamId: string | null;
  teamName: string | null;
  subscriptionId: string | null;
  subjectKey: string | null;
  occurredAt: string | null;
  receivedAt: Date;
  settledAt: Date | null;
  deliveryCount: number;
  attempts: number;
}

export interface EventFilter {
  state?: InboxState | null;
  provider?: ProviderName | null;
  category?: ErrorCategory | null;
  code?: string | null;
  teamId?: string | null;
}

export interface EventsRequest extends EventFilter {
  cursor?: string | null;
  limit?: number;
}

/**
 * One page of the inbox, the newest first. It is read from where the page before ended, along an index, so that it costs
 * the same however far back it is. Throws `invalid_cursor`.
 */
export async function listEvents({ database }: BillingContext, request: EventsRequest): Promise<Page<EventEntry>> {
  const limit = pageSize(request.limit);
  const rows = await database
    .select(eventColumns)
    .from(events)
    .leftJoin(teams, eq(teams.id, events.teamId))
    .where(and(...conditions(request), request.cursor ? isAfter(request.cursor) : undefined))
    .orderBy(desc(events.receivedAt), desc(events.provider), desc(events.eventId))
    .limit(limit + 1);
  return pageOf<EventEntry, EventEntry>(rows, limit, {
    view: (row) => row,
    cursor: ({ receivedAt, provider, eventId }) => writeCursor(receivedAt, provider, eventId),
  });
}

export const eventColumns = {
  provider: events.provider,
  eventId: events.eventId,
  type: events.type,
  state: events.state,
  outcome: events.outcome,
  errorCategory: events.errorCategory,
  errorCode: events.errorCode,
  teamId: events.teamId,
  teamName: teams.name,
  subscriptionId: events.subscriptionId,
  subjectKey: events.subjectKey,
  occurredAt: events.occurredAt,
  receivedAt: events.receivedAt,
  settledAt: events.settledAt,
  deliveryCount: events.deliveryCount,
  attempts: events.attempts,
};

function conditions({ state, provider, category, code, teamId }: EventFilter): (SQL | undefined)[] {
  return [
    state ? eq(events.state, state) : undefined,
    provider ? eq(events.provider, provider) : undefined,
    category ? eq(events.errorCategory, category) : undefined,
    code ? eq(events.errorCode, code) : undefined,
    // What failed has an index of its own.
    category || code ? isNotNull(events.errorCode) : undefined,
    teamId ? eq(events.teamId, teamId) : undefined,
  ];
}

function isAfter(cursor: string): SQL {
  const [receivedAt, provider, eventId] = readCursor(cursor, 2);
  return sql`(${events.receivedAt}, ${events.provider}, ${events.eventId})
    < (${receivedAt}::timestamptz, ${provider}, ${eventId})`;
}

/** The codes that unsettled events failed with, the most frequent first. */
export async function listFailedCodes({
  database,
}: BillingContext): Promise<{ code: string; category: ErrorCategory | null; count: number }[]> {
  const count = sql<string>`count(*)`;
  const rows = await database
    .select({ code: events.errorCode, category: events.errorCategory, count })
    .from(events)
    .where(and(isNotNull(events.errorCode), sql`${events.state} in ('parked', 'waiting', 'retrying')`))
    .groupBy(events.errorCode, events.errorCategory)
    .orderBy(desc(count))
    .limit(50);
  return rows.map((row) => ({ code: row.code ?? '', category: row.category, count: Number(row.count) }));
}
