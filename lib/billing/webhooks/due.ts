import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import type { Attempted } from './attempt';
import { listDue, type Queue } from './due-list';
import { type EventKey, postpone } from './inbox';
import { attemptStored, failStored } from './stored';

/** Teams that are worked for at a time; each may be stuck for the second that a lock is waited for. */
const lanes = 4;

/** How long a team's events rest after one of them could not have what it needed. */
const restMs = 5000;

/**
 * Works on the events that are due, each in a transaction of its own, several teams at a time. Returns how many were
 * attempted. A team that is busy rests and lets the others go on.
 */
export async function attemptDue(context: BillingContext, { isTimeLeft, limit }: Pass): Promise<number> {
  const queues = await listDue(context.database, context.clock.now(), limit);
  let count = 0;
  const work = async () => {
    for (let queue = queues.shift(); queue && isTimeLeft(); queue = queues.shift()) {
      // Not in one step: what the other lanes add meanwhile would be lost.
      const attempted = await attemptInTurn(context, queue, isTimeLeft);
      count += attempted;
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return count;
}

async function attemptInTurn(context: BillingContext, queue: Queue, isTimeLeft: () => boolean): Promise<number> {
  let count = 0;
  for (const [index, key] of queue.entries()) {
    if (!isTimeLeft()) break;
    const attempted = await attemptSafely(context, key);
    if (attempted) count += 1;
    if (!isStuck(attempted)) continue;
    await rest(context, queue.slice(index + 1));
    break;
  }
  return count;
}

/** It waited for a lock as long as it may, and so would the team's next event. */
function isStuck(attempted: Attempted | null): boolean {
  return attempted?.state === 'retrying' && (attempted.code === 'sql_55P03' || attempted.code === 'sql_57014');
}

/** One event must not keep the others from their turn, whatever it breaks. */
async function attemptSafely(context: BillingContext, key: EventKey): Promise<Attempted | null> {
  try {
    return await attemptStored(context, key);
  } catch (error) {
    context.log.error({ ...key, error: nameOf(error) }, 'attempt broke');
    return countBroken(context, key, error);
  }
}

async function countBroken(context: BillingContext, key: EventKey, error: unknown): Promise<Attempted | null> {
  try {
    return await failStored(context, key, error);
  } catch {
    await rest(context, [key]);
    return null;
  }
}

async function rest({ database, clock }: BillingContext, events: readonly EventKey[]): Promise<void> {
  if (events.length === 0) return;
  const now = clock.now();
  await postpone(database, events, { now, until: new Date(now.getTime() + restMs) });
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}
