import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Interruption } from './interruption';

const follower = new URL('./follow-parent.mjs', import.meta.url).href;

/** How long an app that was asked to stop may take before it is killed. */
const patienceMs = 10_000;

/**
 * Runs `node` with the arguments until it ends, in this terminal, and returns its exit code. Signals are passed on,
 * and it ends when this process is killed.
 */
export function runChild(args: string[], env: NodeJS.ProcessEnv, interruption: Interruption): Promise<number> {
  if (interruption.signal) return Promise.resolve(exitCode(null, interruption.signal));
  const child = spawn(process.execPath, ['--import', follower, ...args], { stdio: 'inherit', env });
  interruption.onSignal((signal) => {
    child.kill(signal);
    killLater(child);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(exitCode(code, signal)));
  });
}

function killLater(child: ChildProcess): void {
  setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
}

/** As a shell has it: 128 and the signal's number for a process that a signal ended. */
export function exitCode(code: number | null, signal: NodeJS.Signals | null): number {
  if (code !== null) return code;
  return 128 + (signal === null ? 0 : constants.signals[signal]);
}
