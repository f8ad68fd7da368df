import type { TestProject } from 'vitest/node';
import { startTestServer } from './test-server';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The run's own server; its database is the migrated template of every test database. */
    databaseUrl: string;
    /** The file that the server logs to. */
    databaseLog: string;
  }
}

/** One Postgres server for the whole run, unless whoever started the run has one for it. */
export default async function setup(project: TestProject) {
  const { TEST_SERVER_URL: url, TEST_SERVER_LOG: log } = process.env;
  const given = url && log ? { url, log, stop: async () => {} } : null;
  const server = given ?? (await startTestServer());
  project.provide('databaseUrl', server.url);
  project.provide('databaseLog', server.log);
  return server.stop;
}
