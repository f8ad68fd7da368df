import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * What tells a process from a later one with the same number: its start time. Null when it is gone, also when it is
 * a zombie that nobody has collected (usual in containers without an init). Empty where the system does not tell.
 */
export function processIdentity(pid: number): string | null {
  if (!exists(pid)) return null;
  if (process.platform === 'linux') return linuxIdentity(pid);
  return ps(pid, 'lstart');
}

export function isAlive(pid: number): boolean {
  return processIdentity(pid) !== null;
}

/** Does the system know the number, be it a zombie's? Postgres asks the same before it trusts its pid file. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Is `pid` the Postgres server of the database in `folder`? */
export function servesFolder(pid: number, folder: string): boolean {
  return isAlive(pid) && commandLine(pid).includes(`postgres -D ${folder} `);
}

/** Every server of the database in `folder`, also one too young to have written its pid file. Only Linux can tell. */
export function findServers(folder: string): number[] {
  if (process.platform !== 'linux') return [];
  return processes().filter((pid) => servesFolder(pid, folder));
}

/**
 * The processes that started this one: its parent and, where npm runs scripts through a shell that stays in between,
 * the shell's parent. The list changes when one of them dies.
 */
export function starters(): number[] {
  const parent = process.ppid;
  const stat = process.platform === 'linux' ? linuxStat(parent) : null;
  return stat && /^(ba|da|z|k|a)?sh$/.test(stat.name) ? [parent, stat.parent] : [parent];
}

/** Waits until `pid` has ended. False when it has not after `patienceMs`. */
export function waitForEnd(pid: number, patienceMs: number): Promise<boolean> {
  return waitUntil(() => !isAlive(pid), patienceMs);
}

/** Waits until no process has `folder` as its current one, as all of a Postgres server have. Only Linux can tell. */
export function waitUntilUnused(folder: string, patienceMs: number): Promise<boolean> {
  return waitUntil(() => process.platform !== 'linux' || !processes().some((pid) => worksIn(pid, folder)), patienceMs);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

async function waitUntil(isTrue: () => boolean, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (!isTrue()) {
    if (performance.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

function processes(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function worksIn(pid: number, folder: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === folder;
  } catch {
    return false;
  }
}

function linuxIdentity(pid: number): string | null {
  const stat = linuxStat(pid);
  return stat === null || stat.state === 'Z' || stat.state === 'X' ? null : stat.startTime;
}

/** The name stands in brackets and may itself hold spaces and brackets, so the fields are counted from its end. */
function linuxStat(pid: number): { name: string; state: string; parent: number; startTime: string } | null {
  const text = readOrEmpty(`/proc/${pid}/stat`);
  const end = text.lastIndexOf(')');
  const [state, parent, ...rest] = text.slice(end + 2).split(' ');
  if (end < 0 || state === undefined) return null;
  return { name: text.slice(text.indexOf('(') + 1, end), state, parent: Number(parent), startTime: rest[17] ?? '' };
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return ps(pid, 'command');
}

function ps(pid: number, column: string): string {
  const { stdout } = spawnSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' });
  return (stdout ?? '').trim();
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
