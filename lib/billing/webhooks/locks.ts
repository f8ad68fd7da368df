import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';

/**
 * Locks keys until the transaction or a savepoint around it is undone: what creates one and what looks for it cannot
 * miss each other. Those that are also in `shared` several may hold at once.
 */
export async function lockKeys(
  tx: Transaction,
  keys: readonly string[],
  shared: readonly string[] = [],
): Promise<void> {
  await lock(tx, { keys, shared });
}

const value = sql.placeholder;

// Sorted by what is locked, so that two deliveries that share keys never wait for each other in a circle.
const lock = prepared(sql`
    select case when is_shared then pg_advisory_xact_lock_shared(hash) else pg_advisory_xact_lock(hash) end from (
      select hashtextextended(key, 0) as hash, bool_and(key = any(${value('shared')}::text[])) as is_shared
      from unnest(${value('keys')}::text[]) as key
      group by hash
      order by hash
    ) as sorted`);
