import { discardEmbeddedPostgres, discardEmbeddedPostgresNow, startEmbeddedPostgres } from '@/db/embedded';
import { filesOf } from '@/db/embedded/places';
import { migrate } from '@/db/migrate';
import { discardAbandonedFolders, makeDataFolder } from './data-folder';

export interface TestServer {
  /** Of the migrated database that every test database is a copy of. */
  url: string;
  /** The file that the server logs to. */
  log: string;
  stop(): Promise<void>;
}

/** Nothing here must survive a power cut, and every test file has pools of its own. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  deadlock_timeout: '200ms',
};

/** A Postgres server in a folder of its own, with a migrated database to copy. */
export async function startTestServer(): Promise<TestServer> {
  await discardAbandonedFolders();
  const dataFolder = makeDataFolder();
  const discardNow = () => discardEmbeddedPostgresNow(dataFolder);
  // After a Ctrl-C vitest exits without a teardown.
  process.once('exit', discardNow);
  const server = await startEmbeddedPostgres({ dataFolder, settings, say: console.log });
  await migrate(server.url);
  const stop = async () => {
    process.off('exit', discardNow);
    await server.stop();
    await discardEmbeddedPostgres(dataFolder);
  };
  return { url: server.url, log: filesOf(dataFolder).log, stop };
}
