import type { BillingContext } from '../context';
import { findOpenCases, resolveCases } from '../reconciliation/cases';
import { type EventKey, isSettled, markReceipt } from '../webhooks/inbox';
import { parkingKinds } from '../webhooks/settlement';
import { inBoundedTransaction } from '../webhooks/stored';
import { type Operator, recordAction, requireReason, subjects } from './actions';
import { OperatorError } from './errors';
import { lockForOperator } from './replay';

/**
 * Settles an event that shall never be applied, and resolves the case that it was parked for. Throws
 * `reason_required`, `event_not_found`, `event_busy`, and `event_settled` for what is settled already.
 */
export async function dismiss(context: BillingContext, { key, by }: { key: EventKey; by: Operator }): Promise<void> {
  const reason = requireReason(by);
  const at = context.clock.now();
  await inBoundedTransaction(context, async (tx) => {
    const row = await lockForOperator(tx, key);
    if (isSettled(row.state)) throw OperatorError.eventSettled(key.eventId, row.state);
    // What it failed with stays to be read.
    const settled = { state: 'dismissed', outcome: 'dismissed', settledAt: at } as const;
    await markReceipt(tx, key, { ...settled, waitingFor: null, nextAttemptAt: null });
    const open = await findOpenCases(tx, key);
    const kinds = parkingKinds(row.errorCode);
    const ids = open.filter(({ kind }) => kinds.includes(kind)).map(({ id }) => id);
    await resolveCases(tx, { ids, by: by.actorId, note: `The event was dismissed: ${reason}`, at });
    await recordAction(tx, {
      ...{ by, action: 'event_dismissed', subject: subjects.event(key), teamId: row.teamId, at },
      details: { before: row.state, code: row.errorCode, cases: ids },
    });
  });
}
