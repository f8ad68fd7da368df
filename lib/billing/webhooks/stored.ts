import type { BillingContext } from '../context';
import { getProvider } from '../providers/registry';
import { type Attempted, attempt, boundWaits } from './attempt';
import { isTimingConflict } from './failure';
import { claimDue, type EventKey } from './inbox';

/**
 * Works on an event that is in the inbox and due, in one transaction. Null when it is not due any more, or when
 * somebody else is working on it.
 */
export async function attemptStored(context: BillingContext, key: EventKey): Promise<Attempted | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attemptOnce(context, key);
    } catch (error) {
      if (!isTimingConflict(error) || tries === 3) throw error;
    }
  }
}

function attemptOnce(context: BillingContext, key: EventKey): Promise<Attempted | null> {
  return context.database.transaction(async (tx) => {
    await boundWaits(tx);
    const row = await claimDue(tx, key, context.clock.now());
    if (!row) return null;
    const { receivedAt, attempts } = row;
    const message = getProvider(key.provider).normalize(row.rawBody ?? new Uint8Array(), row.fetched ?? undefined);
    return attempt(tx, context, { key, message, receivedAt, attempts, previous: row });
  });
}
