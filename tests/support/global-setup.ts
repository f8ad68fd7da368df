import type { TestProject } from 'vitest/node';
import { discardEmbeddedPostgres, discardEmbeddedPostgresNow, startEmbeddedPostgres } from '@/db/embedded';
import { filesOf } from '@/db/embedded/places';
import { migrate } from '@/db/migrate';
import { discardAbandonedFolders, makeDataFolder } from './data-folder';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's own server; its database is the migrated template of every test database. */
    databaseUrl: string;
    /** The file that the server logs to. */
    databaseLog: string;
  }
}

/** Nothing here must survive a power cut, and every test file has pools of its own. */
const settings = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  deadlock_timeout: '200ms',
};

/** One Postgres server for the whole run, in a folder of its own, with a migrated database to copy. */
export default async function setup(project: TestProject) {
  await discardAbandonedFolders();
  const dataFolder = makeDataFolder();
  const discardNow = () => discardEmbeddedPostgresNow(dataFolder);
  // After a Ctrl-C vitest exits without a teardown.
  process.once('exit', discardNow);
  const server = await startEmbeddedPostgres({ dataFolder, settings, say: console.log });
  await migrate(server.url);
  project.provide('databaseUrl', server.url);
  project.provide('databaseLog', filesOf(dataFolder).log);
  return async () => {
    process.off('exit', discardNow);
    await server.stop();
    await discardEmbeddedPostgres(dataFolder);
  };
}
