import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { accountFor } from './embedded/account';
import { findBinaries } from './embedded/binaries';
import { createCluster, resetPassword } from './embedded/cluster';
import { EmbeddedPostgresError } from './embedded/errors';
import { acquireLock } from './embedded/lock';
import { awayFrom, filesOf, findDatabase, placeForDatabase } from './embedded/places';
import { answers, clearFormerServer, killServer, startServer, stopServer } from './embedded/server';
import { connectionUrl, makePassword, readState, type ServerState, writeState } from './embedded/state';

export { EmbeddedPostgresError } from './embedded/errors';

export interface EmbeddedOptions {
  /** Where the state, the lock, the log and (where its user can enter) the database are kept. Made when missing. */
  dataFolder: string;
  /** Postgres settings on top of the defaults, which are durable. A reused server keeps its own. */
  settings?: Record<string, string>;
  /** Told, in a sentence, what the user should know: where the database is when it is not in the data folder. */
  say?: (line: string) => void;
}

export interface EmbeddedPostgres {
  /** For any client: TCP on 127.0.0.1, with the password. */
  url: string;
  /** True when the server of a launcher that was killed was still running and is used again. */
  reused: boolean;
  /** Ends the server and gives the data folder free. */
  stop(): Promise<void>;
}

/**
 * Starts the Postgres server of `dataFolder`, a real one from npm, and owns the folder until `stop`. The database is
 * made on the first start and kept. A server left behind by a killed process is used again, and stopped like an own one.
 * @throws EmbeddedPostgresError, one sentence, when it cannot start or another living process owns the folder.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const files = filesOf(options.dataFolder);
  const lock = own(files);
  try {
    const { state, reused } = await reuseOrStart(options);
    const stop = async () => {
      await stopServer(state);
      writeState(files.state, { ...state, pid: null });
      lock.release();
    };
    return { url: connectionUrl(state), reused, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Makes the data folder where it is missing, and locks it. */
function own(files: ReturnType<typeof filesOf>): { release(): void } {
  try {
    mkdirSync(files.folder, { recursive: true });
    const lock = acquireLock(files.lock);
    if ('heldBy' in lock) throw EmbeddedPostgresError.inUse(files.folder, lock.heldBy);
    return lock;
  } catch (error) {
    const forbidden = error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM');
    throw forbidden ? EmbeddedPostgresError.foreignFolder(files.folder) : error;
  }
}

/** The address of the running server of `dataFolder`, whoever started it, or null when none answers. */
export async function findEmbeddedPostgres(dataFolder: string): Promise<string | null> {
  const state = findState(dataFolder);
  return state && (await answers(state)) ? connectionUrl(state) : null;
}

/** Removes `dataFolder` with its database, after stopping a server that a killed process left behind. */
export async function discardEmbeddedPostgres(dataFolder: string): Promise<void> {
  const database = findDatabase(dataFolder);
  if (database) await clearFormerServer(database);
  removeFolders(dataFolder, database);
}

/** The same for a process about to exit, which cannot wait: the server is killed. */
export function discardEmbeddedPostgresNow(dataFolder: string): void {
  const database = findDatabase(dataFolder);
  if (database) killServer(database);
  removeFolders(dataFolder, database);
}

function removeFolders(dataFolder: string, database: string | null): void {
  const removed = { recursive: true, force: true, maxRetries: 5, retryDelay: 50 };
  if (database === awayFrom(dataFolder)) rmSync(dirname(database), removed);
  rmSync(filesOf(dataFolder).folder, removed);
}

async function reuseOrStart(options: EmbeddedOptions): Promise<{ state: ServerState; reused: boolean }> {
  const former = findState(options.dataFolder);
  if (former && (await answers(former))) return { state: former, reused: true };
  const state = await start(options, former);
  writeState(filesOf(options.dataFolder).state, state);
  return { state, reused: false };
}

/** The state of the last start. In a copied data folder it names the server of the original, which is not ours. */
function findState(dataFolder: string): ServerState | null {
  const state = readState(filesOf(dataFolder).state);
  if (!state) return null;
  return state.folder === findDatabase(dataFolder) ? state : { ...state, pid: null };
}

async function start(options: EmbeddedOptions, former: ServerState | null): Promise<ServerState> {
  const files = filesOf(options.dataFolder);
  const say = options.say ?? (() => {});
  const existing = findDatabase(options.dataFolder);
  const account = accountFor(existing ?? files.database);
  const binaries = findBinaries(account, say);
  const folder = existing ?? placeForDatabase(options.dataFolder, account);
  const password = former?.password ?? makePassword();
  const cluster = { binaries, account, folder };
  if (folder !== files.database)
    say(
      `The database is kept in ${folder}, since Postgres runs as ${account.name}, who may not enter ${files.folder}.`,
    );
  await clearFormerServer(folder);
  if (!existing) createCluster(cluster, password);
  else if (!former) resetPassword(cluster, password);
  return startServer({ ...cluster, password, port: former?.port, log: files.log, settings: options.settings ?? {} });
}
