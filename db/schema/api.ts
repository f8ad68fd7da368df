import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { time } from './columns';
import { teams } from './teams';
import { users } from './users';

export const apiScopes = ['credits:read', 'credits:spend'] as const;

/** A product server's key to one team. The key itself is shown once; what is kept cannot be turned back into it. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text().primaryKey(),
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    /** The first characters, by which its owner tells it from others. */
    prefix: text().notNull(),
    /** SHA-256 of the whole key, hexadecimal. */
    hash: text().notNull().unique(),
    scopes: text({ enum: apiScopes }).array().notNull(),
    createdBy: text('created_by').references(() => users.id, { onDelete: 'set null' }),
    createdAt: time('created_at').notNull().defaultNow(),
    lastUsedAt: time('last_used_at'),
    expiresAt: time('expires_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [index('api_keys_team').on(table.teamId, table.createdAt)],
);

/** How much of something somebody did in a span of time. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** What is limited and for whom: `api:key_…`, `lab:team_…`. */
    key: text().notNull(),
    windowStart: time('window_start').notNull(),
    count: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.key, table.windowStart] }),
    index('rate_limits_window').on(table.windowStart),
    check('rate_limits_count_positive', sql`count > 0`),
  ],
);

/** A write that a product server asked for: the same key is the same request, and gets the same answer. */
export const apiRequests = pgTable(
  'api_requests',
  {
    teamId: text('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    idempotencyKey: text('idempotency_key').notNull(),
    /** SHA-256 of what was asked for, hexadecimal. */
    requestHash: text('request_hash').notNull(),
    /** Null until it is done. */
    httpStatus: integer('http_status'),
    /** As it was sent: the same bytes again. */
    answer: text(),
    createdAt: time('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.teamId, table.idempotencyKey] }),
    index('api_requests_created').on(table.createdAt),
  ],
);
