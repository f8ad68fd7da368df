import type { Transaction } from '@/db/client';
import { chargerOf } from '../charger-of';
import type { BillingContext } from '../context';
import type { ProviderCharge } from '../providers/charger';
import { findPeriodByKey } from '../subscriptions/periods';
import { isTimingConflict } from '../webhooks/failure';
import { type AttemptAnswer, answerAttempt } from './attempts';
import { lockClock } from './clocks';
import { type ChargeOperation, lockOperation } from './operations';
import { settleAnswer, settleGone, settleListed, settleUnknown, settleWithdrawn } from './settle-answer';
import { finishPaid, settlePaid } from './settle-paid';
import { findingOf, type Result, raise, type Settling } from './settling';
import { providerOf } from './transition';

/**
 * Writes what came of an attempt, with everything that follows from it, in one transaction. Only the newest attempt
 * settles an operation; the late answer of an older one is kept, and counts only if it says that money was taken.
 */
export async function settle(context: BillingContext, leased: ChargeOperation, result: Result): Promise<void> {
  await inTurn(context, async (tx) => {
    const settling = await lockSettling(tx, context, leased);
    if (!settling) return;
    const isLate = settling.operation.attempts !== leased.attempts || settling.operation.settledAt !== null;
    const answeredAt = settling.now;
    await answerAttempt(
      tx,
      { operationId: leased.id, attemptNo: leased.attempts },
      { ...told(result), isLate, answeredAt },
    );
    await (isLate ? settleLate(tx, settling, chargeIn(result)) : settleNow(tx, settling, result));
    await context.onStep?.('charge_settled');
  });
  await context.onStep?.('charge_committed');
}

/** An operation whose period the provider's own webhook recorded first. */
export async function settleRecorded(context: BillingContext, found: ChargeOperation): Promise<void> {
  await inTurn(context, async (tx) => {
    const settling = await lockSettling(tx, context, found);
    if (!settling || settling.operation.settledAt !== null) return;
    const period = await findPeriodByKey(tx, settling.provider, found.id);
    if (period) await finishPaid(tx, settling, period.providerPaymentId);
  });
}

/** Money that was taken for an operation which is final by now. */
export async function settleTaken(
  context: BillingContext,
  found: ChargeOperation,
  charge: ProviderCharge,
): Promise<void> {
  await inTurn(context, async (tx) => {
    const settling = await lockSettling(tx, context, found);
    if (settling) await settleLate(tx, settling, charge);
  });
}

/** Runs a transaction, again where only the timing was wrong: deadlocks and serialization failures say so. */
export async function inTurn<T>({ database }: BillingContext, work: (tx: Transaction) => Promise<T>): Promise<T> {
  for (let n = 1; ; n += 1) {
    try {
      return await database.transaction(work);
    } catch (error) {
      if (!isTimingConflict(error) || n === tries) throw error;
    }
  }
}

const tries = 5;

/** The clock first: whoever renews, cancels or settles takes turns on it. */
export async function lockSettling(
  tx: Transaction,
  context: BillingContext,
  found: ChargeOperation,
): Promise<Settling | null> {
  await lockClock(tx, found.subscriptionId);
  const operation = await lockOperation(tx, found.id);
  if (!operation) return null;
  const now = context.clock.now();
  const provider = providerOf(operation);
  const cause = `operation:${operation.id}:${found.attempts}`;
  const own = { actorType: 'system', actorId: 'renewals', cause, now } as const;
  const keyHorizonHours = chargerOf(context, provider)?.keyHorizonHours ?? 24;
  return { context, operation, provider, keyHorizonHours, own, now };
}

function told(result: Result): Pick<AttemptAnswer, 'answerClass' | 'code' | 'providerPaymentId'> {
  const nothing = { code: null, providerPaymentId: null };
  switch (result.kind) {
    case 'answer':
      return {
        ...{ answerClass: result.answerClass, code: result.code },
        providerPaymentId: result.charge?.providerPaymentId ?? null,
      };
    case 'listed': {
      const [found] = result.charges;
      if (!found) return { ...nothing, answerClass: 'absent' };
      const answerClass = found.status === 'failed' ? 'soft_decline' : found.status;
      return { answerClass, code: found.code, providerPaymentId: found.providerPaymentId };
    }
    case 'gone':
    case 'withdrawn':
      return { ...nothing, answerClass: 'absent', code: result.kind };
    case 'not_asked':
      return { ...nothing, answerClass: 'no_answer', code: result.code };
    default:
      return result satisfies never;
  }
}

async function settleNow(tx: Transaction, settling: Settling, result: Result): Promise<void> {
  switch (result.kind) {
    case 'answer':
      return settleAnswer(tx, settling, result);
    case 'listed':
      return settleListed(tx, settling, result);
    case 'withdrawn':
      return settleWithdrawn(tx, settling);
    case 'gone':
      return settleGone(tx, settling);
    case 'not_asked':
      return settleUnknown(tx, settling, { code: result.code });
    default:
      return result satisfies never;
  }
}

function chargeIn(result: Result): ProviderCharge | null {
  return result.kind === 'answer' ? result.charge : null;
}

/** Whatever the operation has come to, money that was taken is not lost sight of. */
async function settleLate(tx: Transaction, settling: Settling, charge: ProviderCharge | null): Promise<void> {
  if (charge?.status !== 'succeeded') return;
  const { operation } = settling;
  if (operation.state !== 'succeeded') return settlePaid(tx, settling, charge);
  const { providerPaymentId } = charge;
  if (operation.providerPaymentId === providerPaymentId) return;
  const remote = { providerPaymentId, besides: operation.providerPaymentId };
  await raise(tx, settling, findingOf('charged_twice', operation, remote));
}
