import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import type { Attempted } from './attempt';
import { listDue, type Queue } from './due-list';
import { type EventKey, postpone } from './inbox';
import { attemptStored } from './stored';

/** Teams that are worked for at a time; each may be stuck for the second that a lock is waited for. */
const lanes = 4;

/** How long a team's events rest after one of them could not have what it needed, and an event that broke its attempt. */
const restMs = 5000;

/**
 * Works on the events that are due, each in a transaction of its own, several teams at a time. Returns how many were
 * attempted. A team that is busy, or an event that breaks its attempt, rests and lets the others go on.
 */
export async function attemptDue(context: BillingContext, { isTimeLeft, limit }: Pass): Promise<number> {
  const queues = await listDue(context.database, context.clock.now(), limit);
  let count = 0;
  const work = async () => {
    for (let queue = queues.shift(); queue && isTimeLeft(); queue = queues.shift()) {
      count += await attemptInTurn(context, queue, isTimeLeft);
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
    if (attempted === null) continue;
    count += 1;
    if (attempted !== 'broken' && attempted.category !== 'temporary') continue;
    await rest(context, attempted === 'broken' ? [key] : queue.slice(index + 1));
    if (attempted !== 'broken') break;
  }
  return count;
}

async function attemptSafely(context: BillingContext, key: EventKey): Promise<Attempted | 'broken' | null> {
  try {
    const attempted = await attemptStored(context, key);
    if (!attempted) return null;
    const { state, outcome: status, code, teamId } = attempted;
    context.log.info({ ...key, state, status, code, teamId }, 'event attempted again');
    return attempted;
  } catch (error) {
    context.log.error({ ...key, error: error instanceof Error ? error.name : 'unknown' }, 'attempt failed');
    return 'broken';
  }
}

async function rest({ database, clock }: BillingContext, events: readonly EventKey[]): Promise<void> {
  if (events.length === 0) return;
  const now = clock.now();
  await postpone(database, events, { now, until: new Date(now.getTime() + restMs) });
}
