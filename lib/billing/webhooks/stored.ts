import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import type { ProviderMessage } from '../providers/provider';
import { getProvider } from '../providers/registry';
import { boundWaits } from '../waits';
import { type Attempted, attempt, settleAttempt } from './attempt';
import { failureOf, isTimingConflict } from './failure';
import { claimDue, type EventKey, type InboxRow } from './inbox';
import { asAnswer, isAnswer, readEvent } from './read';

/**
 * Works on an event that is in the inbox and due, in one transaction. Null when it is not due any more, or when
 * somebody else is working on it.
 */
export async function attemptStored(context: BillingContext, key: EventKey): Promise<Attempted | null> {
  const attempted = await inBoundedTransaction(context, async (tx) => {
    const row = await claimDue(tx, key, context.clock.now());
    return row && attemptRow(tx, context, { key, row });
  });
  return tell(context, key, attempted);
}

/**
 * Counts an attempt that threw outside of its savepoint, so that its retries back off and end at the deadline. Null as
 * for `attemptStored`.
 */
export async function failStored(context: BillingContext, key: EventKey, error: unknown): Promise<Attempted | null> {
  const attempted = await inBoundedTransaction(context, async (tx) => {
    const now = context.clock.now();
    const row = await claimDue(tx, key, now);
    if (!row) return null;
    const { subjectKey, receivedAt, attempts } = row;
    const result = failureOf(error);
    return settleAttempt(tx, context, { key, subjectKey, receivedAt, attempts, previous: row, result, now });
  });
  return tell(context, key, attempted);
}

/** A line of the event's story, once it is committed. */
function tell({ log }: BillingContext, key: EventKey, attempted: Attempted | null): Attempted | null {
  if (attempted) {
    const { state, outcome: status, code, teamId } = attempted;
    log.info({ ...key, state, status, code, teamId }, 'event attempted again');
  }
  return attempted;
}

/** Works on a row that this transaction has locked, whether or not it is due. */
export function attemptRow(
  tx: Transaction,
  context: BillingContext,
  { key, row }: { key: EventKey; row: InboxRow },
): Promise<Attempted> {
  const { receivedAt, attempts } = row;
  return attempt(tx, context, { key, message: readMessage(key, row), receivedAt, attempts, previous: row });
}

/** What the kept bytes say, with what the provider answered about them. */
export function readMessage({ provider, eventId }: EventKey, { rawBody, fetched }: InboxRow): ProviderMessage {
  const message = readEvent(getProvider(provider), rawBody ?? new Uint8Array(), fetched);
  return isAnswer(eventId) ? asAnswer(message) : message;
}

/** A transaction whose waits are bounded, again where only the timing was wrong. */
export async function inBoundedTransaction<T>(
  context: BillingContext,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await context.database.transaction(async (tx) => {
        await boundWaits(tx, context);
        return work(tx);
      });
    } catch (error) {
      if (!isTimingConflict(error) || tries === 3) throw error;
    }
  }
}
