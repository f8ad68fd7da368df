import { discardEmbeddedPostgres, type EmbeddedPostgres, startEmbeddedPostgres } from '@/db/embedded';
import { migrate } from '@/db/migrate';
import { makeDataFolder } from './data-folder';

/** A Postgres server of one test file's own, which it may stop. */
export interface OwnServer {
  /** The same after every start. */
  url: string;
  stop(): Promise<void>;
  start(): Promise<void>;
  discard(): Promise<void>;
}

export async function createOwnServer(settings: Record<string, string> = {}): Promise<OwnServer> {
  const dataFolder = makeDataFolder();
  const startServer = () =>
    startEmbeddedPostgres({ dataFolder, settings: { fsync: 'off', synchronous_commit: 'off', ...settings } });
  let running: EmbeddedPostgres | null = await startServer();
  const { url } = running;
  await migrate(url);
  const stop = async () => {
    await running?.stop();
    running = null;
  };
  return {
    url,
    stop,
    start: async () => {
      running = await startServer();
      if (running.url !== url) throw new Error('The server came back at another address.');
    },
    discard: async () => {
      await stop();
      await discardEmbeddedPostgres(dataFolder);
    },
  };
}
