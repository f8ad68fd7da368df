import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Database } from '@/db/client';
import { rows } from './state';

/**
 * Watches what Postgres refuses on the connections of a database from now on: lines such as
 * `ERROR:  deadlock detected`. A caller that swallows an error cannot keep it out of here.
 */
export function watchServerErrors(database: Database): () => Promise<string[]> {
  const before = readLog().length;
  return async () => {
    const open = await rows(database, sql`select pid from pg_stat_activity where datname = current_database()`);
    const isOurs = (line: string) => open.some(({ pid }) => line.includes(`[${pid}]`));
    return readLog()
      .slice(before)
      .split('\n')
      .filter((line) => /\b(ERROR|FATAL|PANIC):/.test(line) && isOurs(line))
      .map((line) => line.slice(line.search(/\b(ERROR|FATAL|PANIC):/)));
  };
}

function readLog(): string {
  return readFileSync(inject('databaseLog'), 'utf8');
}
