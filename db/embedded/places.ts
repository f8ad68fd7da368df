import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { type Account, canEnter } from './account';
import { EmbeddedPostgresError } from './errors';

/** The files a data folder holds beside the database itself. */
export function filesOf(dataFolder: string) {
  const folder = resolve(dataFolder);
  return {
    folder,
    database: join(folder, 'postgres'),
    state: join(folder, 'postgres.json'),
    lock: join(folder, 'postgres.lock'),
    log: join(folder, 'postgres.log'),
  };
}

/** Where the database of `dataFolder` goes when the server's user cannot enter that folder: one place per folder. */
export function awayFrom(dataFolder: string): string {
  const name = createHash('sha256').update(realPath(dataFolder)).digest('hex').slice(0, 16);
  return join(sharedPath(), `data-${name}`, 'postgres');
}

/** Where the database of `dataFolder` lies, if it was made already. */
export function findDatabase(dataFolder: string): string | null {
  const here = filesOf(dataFolder).database;
  if (isDatabase(here)) return here;
  if (process.getuid?.() !== 0 || !existsSync(dataFolder)) return null;
  const away = awayFrom(dataFolder);
  return isDatabase(away) ? away : null;
}

/** The folder for a new database: in the data folder, else in a place that the account can enter. */
export function placeForDatabase(dataFolder: string, account: Account): string {
  const here = filesOf(dataFolder);
  if (canEnter(account, here.folder)) return here.database;
  const away = awayFrom(dataFolder);
  sharedFolder();
  mkdirSync(dirname(away), { recursive: true, mode: 0o755 });
  if (canEnter(account, dirname(away))) return away;
  throw EmbeddedPostgresError.unreachableFolder(dirname(away), account.name);
}

/** A folder of ours outside the clone that other users can enter, made when missing. */
export function sharedFolder(): string {
  const folder = sharedPath();
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const stat = lstatSync(folder);
  const ours = process.getuid === undefined || stat.uid === process.getuid();
  // A folder that somebody else put there under this name could hold any program.
  if (!stat.isDirectory() || !ours) throw EmbeddedPostgresError.foreignFolder(folder);
  return folder;
}

export function giveTo({ ids }: Account, path: string): void {
  if (ids.uid !== undefined && ids.gid !== undefined) chownSync(path, ids.uid, ids.gid);
}

/** Under /var/lib for root, where a restart of the machine deletes nothing; else the temp folder. */
function sharedPath(): string {
  const uid = process.getuid?.() ?? 0;
  if (uid === 0 && existsSync('/var/lib')) return '/var/lib/paidonce';
  return join(realpathSync(tmpdir()), `paidonce-${uid}`);
}

function realPath(folder: string): string {
  return existsSync(folder) ? realpathSync(folder) : resolve(folder);
}

function isDatabase(folder: string): boolean {
  return existsSync(join(folder, 'PG_VERSION'));
}
