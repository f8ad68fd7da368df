import { findEmbeddedPostgres } from '@/db/embedded';
import { pendingMigrations } from '@/db/migrate';
import { keptAuthSecret } from '../launch/auth-secret';
import { type DatabaseInUse, ownDatabase } from '../launch/database';
import { setting } from '../launch/environment';
import { LaunchError } from '../launch/errors';

/**
 * The database that a command works on beside a running app: that of DATABASE_URL, or the embedded one while it runs. The
 * settings become those of the app, so import what reads them afterwards. Throws a sentence where there is none, or where
 * it is not migrated.
 */
export async function useDatabase(dataFolder: string): Promise<DatabaseInUse> {
  const database = ownDatabase() ?? (await findEmbedded(dataFolder));
  const missing = await pendingMigrations(database.directUrl).catch((error: unknown) => {
    throw LaunchError.unusableDatabase(database.embedded, error);
  });
  if (missing > 0) throw LaunchError.migrationsMissing(missing);
  return database;
}

async function findEmbedded(dataFolder: string): Promise<DatabaseInUse> {
  const url = await findEmbeddedPostgres(dataFolder);
  if (!url) throw LaunchError.noDatabase();
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = setting('AUTH_SECRET') ?? keptAuthSecret(dataFolder);
  process.env.SANDBOX_BILLING = setting('SANDBOX_BILLING') ?? 'on';
  return { url, directUrl: url, embedded: true, stop: async () => {} };
}
