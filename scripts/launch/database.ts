import { findEmbeddedPostgres, startEmbeddedPostgres } from '@/db/embedded';
import { setting } from './environment';

export interface DatabaseInUse {
  url: string;
  /** For migrations, where a pooler stands before the database. */
  directUrl: string;
  embedded: boolean;
  /** Ends the embedded server when this process started it; else does nothing. */
  stop(): Promise<void>;
}

/** The database of DATABASE_URL, or the embedded one of `dataFolder`, which is started and then owned. */
export async function openDatabase(dataFolder: string): Promise<DatabaseInUse> {
  const own = ownDatabase();
  if (own) return own;
  const { url, reused, stop } = await startEmbeddedPostgres({ dataFolder, say: console.log });
  if (reused) console.log('An embedded Postgres that an earlier run left behind is used again.');
  return { url, directUrl: url, embedded: true, stop };
}

/** For short commands: as `openDatabase`, but a running embedded server is used beside whoever started it. */
export async function borrowDatabase(dataFolder: string): Promise<DatabaseInUse> {
  const running = ownDatabase() ? null : await findEmbeddedPostgres(dataFolder);
  if (!running) return openDatabase(dataFolder);
  return { url: running, directUrl: running, embedded: true, stop: async () => {} };
}

/** The database that DATABASE_URL names, which is never started or stopped here. */
export function ownDatabase(): DatabaseInUse | null {
  const url = setting('DATABASE_URL');
  if (!url) return null;
  return { url, directUrl: setting('DATABASE_URL_DIRECT') ?? url, embedded: false, stop: async () => {} };
}
