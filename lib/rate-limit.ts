import { sql } from 'drizzle-orm';
import type { Database, Queryable } from '@/db/client';
import { prepared } from '@/db/prepared';
import { rateLimits } from '@/db/schema';
import { type Clock, systemClock } from './clock';
import { database } from './database';

export interface Consumed {
  allowed: boolean;
  /** How often it may still be done in this window. */
  remaining: number;
  /** When the window ends and all of it is free again. */
  resetAt: Date;
}

export interface Limit {
  /** What is limited and for whom: `api:key_…`, `lab:team_…`. */
  key: string;
  /** How often in one window; one at least. */
  limit: number;
  windowSeconds: number;
}

/**
 * Counts one use of `key` against `limit` in the running window of `windowSeconds`, windows being counted from the Unix epoch.
 * Uses beyond the limit are refused and not counted. Exact however many processes ask at once: it is one upsert.
 */
export function consume(key: string, limit: number, windowSeconds: number): Promise<Consumed> {
  return consumeFrom({ database: database(), clock: systemClock }, { key, limit, windowSeconds });
}

/** As `consume`, on a database and by a clock of the caller's. */
export async function consumeFrom(
  { database, clock }: { database: Queryable; clock: Clock },
  { key, limit, windowSeconds }: Limit,
): Promise<Consumed> {
  const window = windowSeconds * 1000;
  const start = Math.floor(clock.now().getTime() / window) * window;
  const [row] = await countUse(database, { key, windowStart: new Date(start).toISOString(), limit });
  const resetAt = new Date(start + window);
  return row ? { allowed: true, remaining: limit - row.count, resetAt } : { allowed: false, remaining: 0, resetAt };
}

/** Forgets at most `limit` windows that began before a time. Returns how many. */
export async function forgetWindows(database: Database, before: Date, limit: number): Promise<number> {
  const rows = await deleteWindows(database, { before: before.toISOString(), limit });
  return rows.length;
}

const value = sql.placeholder;

/** No row comes back when the window is full. */
const countUse = prepared<{ count: number }>(sql`
    insert into ${rateLimits} (key, window_start, count)
    values (${value('key')}, ${value('windowStart')}::timestamptz, 1)
    on conflict (key, window_start) do update set count = rate_limits.count + 1
      where rate_limits.count < ${value('limit')}::int
    returning count`);

const deleteWindows = prepared(sql`
    delete from ${rateLimits}
    where ctid = any(array(
      select ctid from ${rateLimits}
      where window_start < ${value('before')}::timestamptz
      order by window_start limit ${value('limit')}::int
      for update skip locked))
    returning key`);
