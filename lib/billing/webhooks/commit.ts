import type { Database, Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import { isTimingConflict, sqlState } from './failure';
import { type EventKey, findReceipt, type InboxState } from './inbox';

/** A time after which the sender no longer listens. */
export class Deadline {
  isOver = false;
  readonly passed: Promise<'passed'>;
  private readonly timer: NodeJS.Timeout;
  private end: (passed: 'passed') => void = () => {};

  constructor(milliseconds: number) {
    this.passed = new Promise((resolve) => {
      this.end = resolve;
    });
    this.timer = setTimeout(() => {
      this.isOver = true;
      this.end('passed');
    }, milliseconds);
    this.timer.unref();
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}

export type Committed<T> =
  | { kind: 'committed'; value: T }
  /** The receipt is there, and somebody else holds its row. */
  | { kind: 'busy'; state: InboxState }
  | { kind: 'not_stored'; error: string };

/** Deadlocks and serialization failures say that only the timing was wrong. */
const tries = 3;

/**
 * Runs a transaction until it commits, again where only the timing was wrong. Past the deadline nobody waits for it any
 * more, whatever it waits for itself; it may still commit, and the next delivery finds that.
 */
export async function untilCommitted<T>(
  { database }: BillingContext,
  { key, deadline }: { key: EventKey; deadline: Deadline },
  work: (tx: Transaction) => Promise<T>,
): Promise<Committed<T>> {
  const result = await Promise.race([commit(database, { key, deadline }, work), deadline.passed]);
  return result === 'passed' ? { kind: 'not_stored', error: 'deadline' } : result;
}

async function commit<T>(
  database: Database,
  { key, deadline }: { key: EventKey; deadline: Deadline },
  work: (tx: Transaction) => Promise<T>,
): Promise<Committed<T>> {
  let error = 'deadline';
  for (let n = 0; n < tries && !deadline.isOver; n += 1) {
    try {
      return { kind: 'committed', value: await database.transaction(work) };
    } catch (thrown) {
      error = sqlState(thrown) ?? nameOf(thrown);
      if (isTimingConflict(thrown)) continue;
      if (!isHeld(error)) return { kind: 'not_stored', error };
      // Committed or not is what decides: an uncommitted receipt may still vanish with whoever writes it.
      const receipt = await findReceipt(database, key).catch(() => null);
      if (receipt) return { kind: 'busy', state: receipt.state };
    }
  }
  return { kind: 'not_stored', error };
}

/** 55P03 and 57014 outside the savepoint: the row did not come free in time. */
function isHeld(code: string): boolean {
  return code === '55P03' || code === '57014';
}

/** A driver's code (`ECONNREFUSED`, `CONNECTION_CLOSED`) or the error's name; never its message. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.cause instanceof Error ? nameOf(error.cause) : error.name;
}
