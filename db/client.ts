import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { outliveLosses } from './lost-connections';
import * as schema from './schema';

export interface DatabaseOptions {
  /** Connections at most; webhooks are short, so ten carry a process. */
  max?: number;
  /** Off for poolers in transaction mode, which lose prepared statements between transactions. */
  prepare?: boolean;
  /** Seconds until a connection counts as failed. */
  connectTimeout?: number;
}

/**
 * Opens a pool on `url`. A Unix socket is written `postgres://user@/name?host=/folder`.
 * Nothing connects before the first query. Close it with `db.$client.end()`.
 */
export function createDatabase(url: string, options: DatabaseOptions = {}) {
  const client = outliveLosses(() =>
    postgres(url, {
      max: options.max ?? 10,
      prepare: options.prepare ?? true,
      connect_timeout: options.connectTimeout ?? 3,
      // A database that comes back is found within a second; the driver's own pause grows to twenty.
      backoff: (retries: number) => Math.min(0.05 * 2 ** retries, 1),
      onnotice: () => {},
    }),
  );
  return drizzle(client, { schema });
}

export type Database = ReturnType<typeof createDatabase>;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a query can run on: the pool or an open transaction. */
export type Queryable = Database | Transaction;
