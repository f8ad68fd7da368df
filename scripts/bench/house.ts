import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabase, type Database } from '@/db/client';
import { discardEmbeddedPostgres, startEmbeddedPostgres } from '@/db/embedded';
import { filesOf } from '@/db/embedded/places';
import { readState } from '@/db/embedded/state';
import { migrate } from '@/db/migrate';
import { projectFolder } from '../launch/environment';
import type { Interruption } from '../launch/interruption';
import { buildProduct } from './build';
import { freePort, type Server, serve } from './server';
import { startWorker, type Worker } from './worker';

/** All that runs during a measurement. */
export interface House {
  database: Database;
  postgresPid: number;
  server: Server;
  /** Sends deliveries over HTTP, from a process of its own. */
  sender: Worker;
  /** Runs the billing's verbs itself, in a process of its own. */
  caller: Worker;
  stopDatabase(): Promise<void>;
}

const folder = join(projectFolder, '.data', 'bench');
const productFolder = join(folder, 'product');

/** Builds and starts everything. What was left of a bench that was killed is removed first. */
export async function openHouse(interruption: Interruption): Promise<House> {
  mkdirSync(folder, { recursive: true });
  await discardEmbeddedPostgres(folder);
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: console.log });
  try {
    await migrate(postgres.url);
    const port = await freePort();
    const env = settings(postgres.url, port);
    console.log('Building the product ...');
    buildProduct(productFolder, env);
    const server = await serve({ folder: productFolder, port, env });
    const sender = startWorker('./send.ts', env);
    const caller = startWorker('./call.ts', env);
    interruption.onSignal(() => {
      for (const process of [server, sender, caller]) process.stop();
    });
    const postgresPid = readState(filesOf(folder).state)?.pid ?? 0;
    const database = createDatabase(postgres.url, { max: 2 });
    return { database, postgresPid, server, sender, caller, stopDatabase: postgres.stop };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

/** Stops everything and removes what it wrote. */
export async function closeHouse({ database, server, sender, caller, stopDatabase }: House): Promise<void> {
  for (const process of [server, sender, caller]) process.stop();
  await database.$client.end({ timeout: 1 });
  await stopDatabase();
  await discardEmbeddedPostgres(folder);
  rmSync(folder, { recursive: true, force: true });
}

/** As in production: durable database, one log line per delivery. Nothing of the user's own settings. */
function settings(databaseUrl: string, port: number): NodeJS.ProcessEnv {
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    AUTH_SECRET: 'the-bench-signs-nothing-with-this-one',
    BILLING_ENVIRONMENT: 'test',
    STRIPE_WEBHOOK_SECRET: 'whsec_bench',
    SANDBOX_BILLING: 'off',
    LOG_LEVEL: 'info',
  };
}
