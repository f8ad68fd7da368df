import { type SpawnSyncOptions, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account';
import type { Binaries } from './binaries';
import { EmbeddedPostgresError } from './errors';
import { giveTo } from './places';
import { databaseName, superuser } from './state';

interface Cluster {
  binaries: Binaries;
  account: Account;
  folder: string;
}

/** Password logins over the loopback address and nothing else; there is no socket. */
const accessRules = 'host all all 127.0.0.1/32 scram-sha-256\n';

/** Makes a new, empty database in `folder`, beside it first: what is killed on the way leaves nothing half done. */
export function createCluster(cluster: Cluster, password: string): void {
  removeDrafts(cluster.folder);
  const draft = { ...cluster, folder: `${cluster.folder}.new-${process.pid}` };
  mkdirSync(draft.folder, { recursive: true, mode: 0o700 });
  giveTo(cluster.account, draft.folder);
  const { status, error, stderr } = spawnSync(
    cluster.binaries.initdb,
    [
      `--pgdata=${draft.folder}`,
      `--username=${superuser}`,
      '--auth=trust',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    runAs(cluster),
  );
  if (status !== 0) throw EmbeddedPostgresError.notCreated(cluster.folder, error?.message ?? reasonIn(String(stderr)));
  writeFileSync(join(draft.folder, 'pg_hba.conf'), accessRules);
  runAlone(draft, [`ALTER ROLE ${superuser} PASSWORD '${password}'`, `CREATE DATABASE ${databaseName}`]);
  rmSync(cluster.folder, { recursive: true, force: true });
  renameSync(draft.folder, cluster.folder);
}

/** What an earlier start that was killed had begun. */
function removeDrafts(folder: string): void {
  const drafts = readdirSync(dirname(folder)).filter((name) => name.startsWith(`${basename(folder)}.new-`));
  for (const name of drafts) rmSync(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 });
}

/** Sets the superuser's password while no server runs: for a database whose state file was lost. */
export function resetPassword(cluster: Cluster, password: string): void {
  runAlone(cluster, [`ALTER ROLE ${superuser} PASSWORD '${password}'`]);
}

/** Postgres without a network: one line of input is one statement. */
function runAlone(cluster: Cluster, statements: string[]): void {
  const { status, error, stderr } = spawnSync(
    cluster.binaries.postgres,
    ['--single', '-D', cluster.folder, 'postgres'],
    { ...runAs(cluster), input: `${statements.join('\n')}\n` },
  );
  const failed = status !== 0 || /^\S.*(ERROR|FATAL):/m.test(String(stderr));
  if (failed) throw EmbeddedPostgresError.notCreated(cluster.folder, error?.message ?? reasonIn(String(stderr)));
}

/** The account may be unable to enter the current folder, and a translated message cannot be searched. */
function runAs({ account, folder }: Cluster): SpawnSyncOptions {
  return { ...account.ids, cwd: dirname(folder), env: { ...process.env, ...serverEnvironment } };
}

/** UTC and untranslated messages, whatever the machine is set to. */
export const serverEnvironment = { LC_ALL: 'C', TZ: 'UTC' };

/** The line of a log that says why: the last FATAL one, else the last error, else the last line. */
export function reasonIn(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  const line =
    lines.findLast((text) => text.includes('FATAL:')) ?? lines.findLast((text) => /error:/i.test(text)) ?? lines.at(-1);
  return line?.trim() ?? 'it said nothing';
}
