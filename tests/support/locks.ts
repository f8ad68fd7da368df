import { sql } from 'drizzle-orm';
import type { Queryable } from '@/db/client';
import { count } from './state';

/** Looks again and again until it is so; there is nothing to be told by. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** How many connections to this database stand still because another has what they need. */
export function countWaiting(database: Queryable): Promise<number> {
  return count(
    database,
    sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
}
