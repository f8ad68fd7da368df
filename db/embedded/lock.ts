import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { processIdentity } from './processes';

const holderSchema = z.object({ pid: z.number().int().positive(), identity: z.string() });

export type LockHolder = z.infer<typeof holderSchema>;

/**
 * Takes the lock `file` for this process and returns how to give it back, or returns the living process that holds
 * it. A lock whose holder has died is taken over, also when its number belongs to another process by now.
 */
export function acquireLock(file: string): { release(): void } | { heldBy: number } {
  const mine = JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) ?? '' });
  for (;;) {
    if (createWith(file, mine)) return { release: () => releaseOwn(file, mine) };
    const holder = findLockHolder(file);
    if (holder) return { heldBy: holder.pid };
    clearStale(file);
  }
}

/** The living process that holds the lock `file`, or null. */
export function findLockHolder(file: string): LockHolder | null {
  const holder = parse(read(file));
  if (!holder || processIdentity(holder.pid) !== holder.identity) return null;
  return holder;
}

/** A link appears with its content or not at all, so nobody ever reads a lock that is half written. */
function createWith(file: string, content: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content, { mode: 0o644 });
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Of several who find the same stale lock one moves it away; a fresh lock that was moved by mistake goes back. */
function clearStale(file: string): void {
  const aside = `${file}.${process.pid}.stale`;
  try {
    renameSync(file, aside);
    if (findLockHolder(aside)) linkSync(aside, file);
  } catch {
    // Somebody else moved it first; the next round sees what is there now.
  }
  rmSync(aside, { force: true });
}

function releaseOwn(file: string, mine: string): void {
  if (read(file) === mine) rmSync(file, { force: true });
}

function parse(content: string): LockHolder | null {
  try {
    return holderSchema.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
