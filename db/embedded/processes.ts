import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * What tells a process from a later one with the same number: its start time. Null when it is gone, also when it is
 * a zombie that nobody has collected (usual in containers without an init). Empty where the system does not tell.
 */
export function processIdentity(pid: number): string | null {
  if (!isRunning(pid)) return null;
  if (process.platform === 'linux') return linuxIdentity(pid);
  return ps(pid, 'lstart');
}

export function isAlive(pid: number): boolean {
  return processIdentity(pid) !== null;
}

/** Is `pid` the Postgres server of the database in `folder`? */
export function servesFolder(pid: number, folder: string): boolean {
  if (!isAlive(pid)) return false;
  const words = commandLine(pid);
  return words.includes('postgres') && words.includes(folder);
}

/** Waits until `pid` has ended. False when it has not after `patienceMs`. */
export async function waitForEnd(pid: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (isAlive(pid)) {
    if (performance.now() > deadline) return false;
    await pause(20);
  }
  return true;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The fields after the command's name, which may itself hold spaces and brackets: state first, start time 20th. */
function linuxIdentity(pid: number): string | null {
  const stat = readOrEmpty(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields;
  if (state === undefined || state === '' || state === 'Z' || state === 'X') return null;
  return fields[19] ?? '';
}

function commandLine(pid: number): string {
  if (process.platform === 'linux') return readOrEmpty(`/proc/${pid}/cmdline`);
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
