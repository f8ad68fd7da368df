import { existsSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { findLockHolder } from '@/db/embedded/lock';
import { filesOf } from '@/db/embedded/places';
import { migrate, pendingMigrations } from '@/db/migrate';
import { keptAuthSecret } from './auth-secret';
import { exitCode, runChild } from './child';
import { type DatabaseInUse, openDatabase, ownDatabase } from './database';
import { portSetting, setting } from './environment';
import { LaunchError } from './errors';
import { type Interruption, watchInterruption } from './interruption';
import { requireFreePort } from './port';

export interface Launch {
  /** What `node` runs as the app, with its arguments. */
  app: string[];
  dataFolder: string;
  /** Migrate a database of DATABASE_URL too? If not, one that lacks migrations keeps the app from starting. */
  migrateOwn: boolean;
  /** Puts demo rows into a fresh embedded database. */
  seed(url: string): Promise<unknown>;
}

/**
 * Runs the app on its database: checks the port, starts the embedded Postgres unless DATABASE_URL is set, brings the
 * schema up to date, and stops what it started when the app ends or somebody asks for it. Returns the exit code.
 * @throws LaunchError or EmbeddedPostgresError, each one sentence, before anything was left running.
 */
export async function launch(start: Launch): Promise<number> {
  const interruption = watchInterruption();
  try {
    return await launchUnless(interruption, start);
  } catch (error) {
    // A Ctrl-C reaches the programs that are run meanwhile too, and fails them before its signal is seen here.
    await setImmediate();
    if (interruption.signal) return exitCode(null, interruption.signal);
    throw error;
  }
}

async function launchUnless(interruption: Interruption, start: Launch): Promise<number> {
  const port = portSetting();
  await requireFreePort(port, patienceWithPort(start.dataFolder));
  const database = await openDatabase(start.dataFolder);
  try {
    const env = appEnvironment(database, start.dataFolder, port);
    await prepareSchema(database, start.migrateOwn);
    if (database.embedded && !interruption.signal) await start.seed(database.url);
    return await runChild(start.app, env, interruption);
  } finally {
    await database.stop();
  }
}

/** A lock without a living holder means that a launcher was killed: its app is about to notice and to free the port. */
function patienceWithPort(dataFolder: string): number {
  if (ownDatabase()) return 0;
  const { lock, folder } = filesOf(dataFolder);
  const holder = findLockHolder(lock);
  if (holder) throw LaunchError.alreadyRunning(folder, holder.pid);
  return existsSync(lock) ? 10_000 : 0;
}

function appEnvironment(database: DatabaseInUse, dataFolder: string, port: number): NodeJS.ProcessEnv {
  const env: NodeJS.ProcessEnv = { ...process.env, PORT: String(port), DATABASE_URL: database.url };
  if (!database.embedded) {
    if (!setting('AUTH_SECRET')) throw LaunchError.noAuthSecret();
    return env;
  }
  env.AUTH_SECRET = setting('AUTH_SECRET') ?? keptAuthSecret(dataFolder);
  env.SANDBOX_BILLING = setting('SANDBOX_BILLING') ?? 'on';
  env.DEMO_OPERATOR = setting('DEMO_OPERATOR') ?? 'on';
  env.PUBLIC_DEMO = setting('PUBLIC_DEMO') ?? 'off';
  return env;
}

async function prepareSchema({ directUrl, embedded }: DatabaseInUse, migrateOwn: boolean): Promise<void> {
  try {
    if (embedded || migrateOwn) return await migrate(directUrl);
    const missing = await pendingMigrations(directUrl);
    if (missing > 0) throw LaunchError.migrationsMissing(missing);
  } catch (error) {
    throw error instanceof LaunchError ? error : LaunchError.unusableDatabase(embedded, error);
  }
}
