import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as applyMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nothing else locks: two processes that migrate at once take turns. */
const migrationLock = 7_243_002;

/**
 * Brings the database at `url` to the newest schema. Safe to call from several processes at once, and when there is
 * nothing to do. Needs a direct connection: a pooler in transaction mode would lose the lock.
 */
export async function migrate(url: string): Promise<void> {
  await withConnection(url, async (client) => {
    await client`select pg_advisory_lock(${migrationLock})`;
    await applyMigrations(drizzle(client), { migrationsFolder });
    await client`select pg_advisory_unlock(${migrationLock})`;
  });
}

/** How many migrations the database at `url` still lacks. */
export async function pendingMigrations(url: string): Promise<number> {
  return withConnection(url, async (client) => {
    const last = await lastApplied(client);
    return readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis > last).length;
  });
}

/** When the newest applied migration was made, in milliseconds; the migrator itself compares the same way. */
async function lastApplied(client: postgres.Sql): Promise<number> {
  const [table] = await client`select to_regclass('drizzle.__drizzle_migrations') as name`;
  if (!table?.name) return Number.NEGATIVE_INFINITY;
  const [row] = await client`select max(created_at) as last from drizzle.__drizzle_migrations`;
  return row?.last == null ? Number.NEGATIVE_INFINITY : Number(row.last);
}

async function withConnection<Result>(url: string, use: (client: postgres.Sql) => Promise<Result>): Promise<Result> {
  const client = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
