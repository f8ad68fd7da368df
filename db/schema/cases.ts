import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { time } from './columns';

/** What needs a person: what we hold, what the provider says, and which event brought it up. */
export const reconciliationCases = pgTable(
  'reconciliation_cases',
  {
    id: text().primaryKey(),
    kind: text().notNull(),
    subject: text().notNull(),
    provider: text(),
    eventId: text('event_id'),
    teamId: text('team_id'),
    local: jsonb().$type<Record<string, unknown>>(),
    remote: jsonb().$type<Record<string, unknown>>(),
    state: text({ enum: ['open', 'resolved', 'closed'] })
      .notNull()
      .default('open'),
    /** How often the same thing came up while the case was open. */
    occurrences: integer().notNull().default(1),
    note: text(),
    /** The operator who resolved it. */
    resolvedBy: text('resolved_by'),
    openedAt: time('opened_at').notNull(),
    lastSeenAt: time('last_seen_at').notNull(),
    endedAt: time('ended_at'),
  },
  (table) => [
    uniqueIndex('reconciliation_cases_open').on(table.kind, table.subject).where(sql`state = 'open'`),
    index('reconciliation_cases_event').on(table.provider, table.eventId),
    index('reconciliation_cases_state').on(table.state, table.openedAt),
    index('reconciliation_cases_team').on(table.teamId, table.openedAt),
    check('reconciliation_cases_state_known', sql`state in ('open', 'resolved', 'closed')`),
  ],
);
