import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { listDue } from './inbox';
import { attemptStored } from './stored';

/** Works on the events that are due, each in a transaction of its own. Returns how many were attempted. */
export async function attemptDue(context: BillingContext, { isTimeLeft, limit }: Pass): Promise<number> {
  let count = 0;
  for (const key of await listDue(context.database, context.clock.now(), limit)) {
    if (!isTimeLeft()) break;
    try {
      const attempted = await attemptStored(context, key);
      if (!attempted) continue;
      count += 1;
      context.log.info(
        { ...key, state: attempted.state, status: attempted.outcome, code: attempted.code },
        'event attempted again',
      );
    } catch (error) {
      // One event must not keep the others from their turn; it stays due.
      context.log.error({ ...key, error: error instanceof Error ? error.name : 'unknown' }, 'attempt failed');
    }
  }
  return count;
}
