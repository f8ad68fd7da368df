import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import { findOpenCases } from '../reconciliation/cases';
import type { Attempted } from '../webhooks/attempt';
import { sqlState } from '../webhooks/failure';
import { type EventKey, type InboxRow, type InboxState, isSettled, lockReceipt } from '../webhooks/inbox';
import { attemptRow, attemptStored, inBoundedTransaction } from '../webhooks/stored';
import { type Operator, recordAction, subjects } from './actions';
import { OperatorError } from './errors';

export interface Replayed {
  /** As a delivery would have been answered: `applied`, `duplicate`, `waiting`, `parked` ... */
  outcome: string;
  before: InboxState;
  after: InboxState;
  /** Why it is not applied. */
  code: string | null;
}

/**
 * Works on a stored event once more, as a delivery of it would: what is settled is a duplicate and stays as it is. Only
 * a paid period whose price the catalog did not know is granted now, under its own key, when it knows the price.
 * Throws `event_not_found`, `event_busy`, `delivery_not_kept`.
 */
export async function replay(
  context: BillingContext,
  { key, by, bulk = null }: { key: EventKey; by: Operator; bulk?: string | null },
): Promise<Replayed> {
  const { replayed, woken } = await inBoundedTransaction(context, async (tx) => {
    const row = await lockForOperator(tx, key);
    const attempted = await attemptAgain(tx, context, { key, row });
    const { outcome, code, state: after } = attempted;
    const replayed = { outcome, before: row.state, after, code };
    await recordAction(tx, {
      ...{ by, action: 'event_replayed', subject: subjects.event(key), teamId: attempted.teamId ?? row.teamId },
      ...{ details: { ...replayed, ...(bulk && { bulk }) }, at: context.clock.now() },
    });
    return { replayed, woken: attempted.woken };
  });
  await attemptWoken(context, woken);
  return replayed;
}

/** The event's row, locked, with its body. Throws `event_not_found`, and `event_busy` where somebody else has it. */
export async function lockForOperator(tx: Transaction, key: EventKey): Promise<InboxRow> {
  const row = await lockReceipt(tx, key).catch((error: unknown) => {
    throw sqlState(error) === '55P03' ? OperatorError.eventBusy(key.eventId) : error;
  });
  if (!row) throw OperatorError.eventNotFound(key.eventId);
  return row;
}

async function attemptAgain(
  tx: Transaction,
  context: BillingContext,
  { key, row }: { key: EventKey; row: InboxRow },
): Promise<Attempted> {
  const duplicate = {
    state: row.state,
    outcome: 'duplicate',
    code: null,
    category: null,
    teamId: row.teamId,
    woken: [],
  };
  if (!isSettled(row.state)) {
    if (row.rawBody === null) throw BillingError.deliveryNotKept(key.eventId);
    return attemptRow(tx, context, { key, row });
  }
  if (row.state !== 'applied' || row.rawBody === null || !(await lacksPrice(tx, key))) return duplicate;
  return (await attemptOrLeave(tx, context, { key, row })) ?? duplicate;
}

/** A period was recorded without its grant. */
async function lacksPrice(tx: Transaction, key: EventKey): Promise<boolean> {
  const open = await findOpenCases(tx, key);
  return open.some(({ kind }) => kind === 'unknown_price');
}

/** Leaves no trace of an attempt that applied nothing. */
async function attemptOrLeave(
  tx: Transaction,
  context: BillingContext,
  event: { key: EventKey; row: InboxRow },
): Promise<Attempted | null> {
  try {
    return await tx.transaction(async (inner) => {
      const attempted = await attemptRow(inner, context, event);
      if (attempted.outcome !== 'applied') throw new NothingNew();
      return attempted;
    });
  } catch (error) {
    if (error instanceof NothingNew) return null;
    throw error;
  }
}

class NothingNew extends Error {}

/** At most this many events that a replay woke are worked on at once; the others are due, and the next pass finds them. */
const wokenAtOnce = 50;

/** Works on what a replay woke, and on what that wakes. */
export async function attemptWoken(context: BillingContext, woken: readonly EventKey[]): Promise<void> {
  const queue = [...woken];
  for (let n = 0; n < wokenAtOnce; n += 1) {
    const key = queue.shift();
    if (!key) return;
    const attempted = await attemptStored(context, key).catch(() => null);
    queue.push(...(attempted?.woken ?? []));
  }
}
