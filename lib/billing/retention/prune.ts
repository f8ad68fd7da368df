import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { emptyPayloads } from '../renewals/operations';
import { deleteSettled, emptyBodies } from '../webhooks/inbox';
import { findWatermark } from './watermark';

const day = 24 * 60 * 60 * 1000;
/** Bodies are large, rows are small. Either way a batch holds its locks for a few milliseconds. */
const bodiesAtOnce = 200;
const rowsAtOnce = 1000;

/**
 * Empties the bodies and deletes the rows of settled events whose time is over, in batches, each of which commits. What
 * was not exported is never deleted. The keys of what was paid for are kept elsewhere and stay: an event that comes
 * again after its row went changes nothing. Final charges of ours lose what they charged for, and keep id, key, hash and
 * outcome. Returns how many rows were emptied or deleted.
 */
export async function prune(context: BillingContext, { isTimeLeft }: Pick<Pass, 'isTimeLeft'>): Promise<number> {
  const { database, clock, settings } = context;
  const before = (days: number) => new Date(clock.now().getTime() - days * day);
  const { bodyDays, eventDays } = settings.retention;
  const emptied = await inBatches(isTimeLeft, bodiesAtOnce, (limit) =>
    emptyBodies(database, { before: before(bodyDays), limit }),
  );
  const exportedUntil = await findWatermark(database);
  if (!exportedUntil) return emptied;
  const deleted = await inBatches(isTimeLeft, rowsAtOnce, (limit) =>
    deleteSettled(database, { before: before(eventDays), settledUntil: exportedUntil, limit }),
  );
  const { operationDays } = settings.renewals;
  const forgotten = await inBatches(isTimeLeft, rowsAtOnce, (limit) =>
    emptyPayloads(database, { before: before(operationDays), exportedUntil, limit }),
  );
  return emptied + deleted + forgotten;
}

async function inBatches(
  isTimeLeft: () => boolean,
  limit: number,
  batch: (limit: number) => Promise<number>,
): Promise<number> {
  let done = 0;
  while (isTimeLeft()) {
    const count = await batch(limit);
    done += count;
    if (count < limit) break;
  }
  return done;
}
