import { and, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { paymentReversals } from '@/db/schema';
import { planForcedTaking, planReversal, type Reversed } from './balance';
import { giveBack } from './give-back';
import { type Cause, findLots, lockCredits, moveCredits } from './ledger';
import { type Left, markPaymentReversed, type ReversiblePayment } from './reversible';

/** What makes the reversals of a payment be reckoned again: an event about one, or more credits of the payment. */
export interface Occasion {
  provider: string;
  idempotencyKey: string;
  actor: string;
  at: Date;
  /** What it is about, where the event says. */
  kind?: 'refund' | 'dispute';
}

export interface Settled {
  reversed: Reversed;
  /** What the balance moved by. */
  delta: number;
  isAsBefore: boolean;
}

/**
 * Moves the balance by what all reversals of a payment together take now, less what they took before. The caller has
 * locked the payment.
 */
export async function settleReversals(
  tx: Transaction,
  payment: ReversiblePayment,
  occasion: Occasion,
): Promise<Settled> {
  const [reversals, own] = await Promise.all([
    findReversals(tx, occasion.provider, payment.providerPaymentIds),
    findLots(tx, payment.of, payment.lotKeys),
  ]);
  const credits = own.reduce((sum, { amount }) => sum + amount, 0);
  const reversed = planReversal({ credits, amountMinor: payment.amountMinor }, reversals);
  const left: Left = {
    status: statusOf(payment, reversed),
    refundedMinor: reversed.amountMinor,
    refundedCredits: reversed.credits,
  };
  const delta = payment.left.refundedCredits - reversed.credits;
  if (delta < 0) await takeBack(tx, payment, { credits: -delta, cause: causeOf(payment, occasion, reversed) });
  if (delta > 0) await giveBack(tx, payment, { credits: delta, cause: causeOf(payment, occasion, 'undone') });
  const isAsBefore = isSame(payment.left, left);
  if (!isAsBefore) await markPaymentReversed(tx, payment, left);
  return { reversed, delta, isAsBefore };
}

interface Moving {
  credits: number;
  cause: Cause;
}

/** From the payment's own lots, then from others in spending order, then the balance goes below zero. */
async function takeBack(tx: Transaction, payment: ReversiblePayment, { credits, cause }: Moving): Promise<void> {
  const locked = await lockCredits(tx, payment.teamId, '');
  const isOwn = (lot: { sourceType: string; sourceKey: string }) =>
    lot.sourceType === payment.of && payment.lotKeys.includes(lot.sourceKey);
  const own = locked.lots.filter(isOwn).map(({ id }) => id);
  const takings = planForcedTaking(locked.lots, credits, own);
  const lots = takings.map((taking) => ({ lotId: taking.lotId, remaining: -taking.credits, held: 0 }));
  await moveCredits(tx, { delta: -credits, held: 0, lots }, cause);
}

function causeOf(payment: ReversiblePayment, occasion: Occasion, reversed: Reversed | 'undone'): Cause {
  const { idempotencyKey, actor, at } = occasion;
  const taken = { teamId: payment.teamId, idempotencyKey, ref: `${payment.of}:${payment.id}`, actor, at };
  if (reversed === 'undone') {
    const reason = occasion.kind === 'dispute' ? 'Dispute won' : 'Refund failed';
    return { ...taken, kind: 'reversal_undone', reason };
  }
  const kind = occasion.kind ?? (reversed.disputed || reversed.chargedBack ? 'dispute' : 'refund');
  return { ...taken, kind, reason: kind === 'dispute' ? 'Payment disputed' : 'Payment refunded' };
}

function statusOf({ amountMinor }: ReversiblePayment, reversed: Reversed): Left['status'] {
  if (reversed.chargedBack) return 'charged_back';
  if (reversed.disputed) return 'disputed';
  if (reversed.refundedMinor >= amountMinor) return 'refunded';
  return reversed.refundedMinor > 0 ? 'partially_refunded' : 'paid';
}

function isSame(before: Left, left: Left): boolean {
  return (
    before.status === left.status &&
    before.refundedMinor === left.refundedMinor &&
    before.refundedCredits === left.refundedCredits
  );
}

function findReversals(tx: Transaction, provider: string, providerPaymentIds: readonly string[]) {
  const isOfPayment = and(
    eq(paymentReversals.provider, provider),
    inArray(paymentReversals.providerPaymentId, [...providerPaymentIds]),
  );
  return tx.select().from(paymentReversals).where(isOfPayment);
}
