import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { EmbeddedPostgresError } from './errors';

/** Whom Postgres runs as. No ids: the current user. */
export interface Account {
  name: string;
  ids: { uid: number; gid: number } | Record<string, never>;
}

/**
 * Postgres refuses to run as root. Root therefore runs it as the owner of `folder` where a database is there already,
 * else as the user `postgres`, who is made where it is missing.
 */
export function accountFor(folder: string): Account {
  if (process.getuid?.() !== 0) return { name: 'the current user', ids: {} };
  const owner = ownerOf(folder);
  if (owner && owner.uid !== 0) return { name: `the user ${nameOf(owner.uid)}`, ids: owner };
  const ids = idsOf('postgres') ?? createUser('postgres');
  if (!ids) throw EmbeddedPostgresError.noAccount();
  return { name: 'the user postgres', ids };
}

/** May the account enter `folder`, with all that is above it? */
export function canEnter({ ids }: Account, folder: string): boolean {
  if (process.platform === 'win32') return true;
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { cwd: '/', ...ids, stdio: 'ignore' }).status === 0;
}

function ownerOf(folder: string): { uid: number; gid: number } | null {
  const stat = statSync(folder, { throwIfNoEntry: false });
  return stat ? { uid: stat.uid, gid: stat.gid } : null;
}

function nameOf(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-un', String(uid)], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : String(uid);
}

function createUser(name: string) {
  const made =
    run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name]) ||
    run('adduser', ['-S', '-D', '-H', name]);
  return made ? idsOf(name) : null;
}

function idsOf(name: string): { uid: number; gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}
