import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';

/**
 * Locks keys until the transaction or a savepoint around it is undone: what creates one and what looks for it cannot
 * miss each other.
 */
export async function lockKeys(tx: Transaction, keys: readonly string[]): Promise<void> {
  await lock(tx, { keys });
}

// Sorted by what is locked, so that two deliveries that share keys never wait for each other in a circle.
const lock = prepared(sql`
    select pg_advisory_xact_lock(hash) from (
      select distinct hashtextextended(key, 0) as hash
      from unnest(${sql.placeholder('keys')}::text[]) as key
      order by hash
    ) as sorted`);
