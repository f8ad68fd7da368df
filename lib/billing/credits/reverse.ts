import { and, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { paymentReversals } from '@/db/schema';
import type { PaymentDisputed, PaymentRefunded } from '../events';
import { closeCase } from '../reconciliation/cases';
import { type Applying, type CaseFinding, keys, type Outcome } from '../webhooks/outcome';
import { afterDebt, planForcedTaking, planReversal, type Reversed } from './balance';
import { findLots, lockCredits, moveCredits } from './ledger';
import { lockPurchaseOfPayment, markReversed, type Purchase } from './purchase';

export type ReversalEvent = PaymentRefunded | PaymentDisputed;
type ReversalRow = typeof paymentReversals.$inferSelect;

/**
 * Records one refund, running total or dispute, and moves the balance by what all of them together now take. A
 * reversal whose payment is not here yet waits for it.
 */
export async function recordReversal(tx: Transaction, applying: Applying, event: ReversalEvent): Promise<Outcome> {
  const payment = keys.payment(applying.provider, event.providerPaymentId);
  const purchase = await lockPurchaseOfPayment(tx, applying, event.providerPaymentId);
  // A subscription's payment, or a purchase on top of a subscription, which is one of ours.
  if (!purchase && event.of === 'period') return { kind: 'ignored', reason: 'not_yet' };
  if (!purchase) return { kind: 'waiting', code: 'unknown_payment', waitingFor: [payment] };
  if (event.currency !== purchase.currency) return conflict(purchase, event, null);
  if (purchase.amountMinor === 0 || event.amountMinor === 0)
    return { kind: 'ignored', reason: 'nothing_was_paid_back' };
  const recorded = await record(tx, applying, { event, purchase });
  if (recorded.kind !== 'moved') return recorded.outcome;
  const reversed = planReversal(purchase, await findReversals(tx, applying, event.providerPaymentId));
  const left = {
    status: statusOf(purchase, reversed),
    refundedMinor: reversed.amountMinor,
    refundedCredits: reversed.credits,
  };
  if (recorded.isRepeated && isAsIs(purchase, left)) return duplicate(purchase);
  const credits = reversed.credits - purchase.refundedCredits;
  const cause = { applying, event, purchase };
  if (credits > 0) await takeBack(tx, cause, credits);
  if (credits < 0) await giveBack(tx, cause, -credits);
  await markReversed(tx, purchase.id, left);
  if (event.status === 'failed' && reversed.refundedMinor <= purchase.amountMinor)
    await closeCase(tx, { ...overReport(payment), at: applying.now, note: 'A refund failed: not too much any more.' });
  return {
    kind: 'applied',
    teamId: purchase.teamId,
    created: [],
    cases: overReported(purchase, reversed, payment),
    details: { purchaseId: purchase.id, credits: -credits },
  };
}

interface Reversing {
  applying: Applying;
  event: ReversalEvent;
  purchase: Purchase;
}

/** From the payment's own lot, then from others in spending order, then the balance goes below zero. */
async function takeBack(tx: Transaction, reversing: Reversing, credits: number): Promise<void> {
  const { purchase } = reversing;
  const locked = await lockCredits(tx, purchase.teamId, '');
  const own = await findLots(tx, 'purchase', [purchase.id]);
  const takings = planForcedTaking(
    locked.lots,
    credits,
    own.map(({ id }) => id),
  );
  const lots = takings.map((taking) => ({ lotId: taking.lotId, remaining: -taking.credits, held: 0 }));
  const kind = reversing.event.kind === 'payment_disputed' ? 'dispute' : 'refund';
  const reason = kind === 'dispute' ? 'Payment disputed' : 'Payment refunded';
  await moveCredits(tx, { delta: -credits, held: 0, lots }, causeOf(reversing, kind, reason));
}

/** A dispute that was won or a refund that failed: back into the payment's own lot, debt first. */
async function giveBack(tx: Transaction, reversing: Reversing, credits: number): Promise<void> {
  const { purchase } = reversing;
  const locked = await lockCredits(tx, purchase.teamId, '');
  const own = await findLots(tx, 'purchase', [purchase.id]);
  const lots = own.map(({ id }) => ({ lotId: id, remaining: afterDebt(locked.balance, credits), held: 0 }));
  const reason = reversing.event.kind === 'payment_disputed' ? 'Dispute won' : 'Refund failed';
  await moveCredits(tx, { delta: credits, held: 0, lots }, causeOf(reversing, 'reversal_undone', reason));
}

function causeOf(
  { applying, event, purchase }: Reversing,
  kind: 'refund' | 'dispute' | 'reversal_undone',
  reason: string,
) {
  return {
    teamId: purchase.teamId,
    // One event moves one purchase once per reversal that it names.
    idempotencyKey: `reversal:${applying.provider}:${applying.eventId}:${event.providerReversalId}`,
    kind,
    reason,
    ref: `purchase:${purchase.id}`,
    actor: `provider:${applying.provider}`,
    at: applying.now,
  };
}

type Recorded = { kind: 'moved'; isRepeated: boolean } | { kind: 'unmoved'; outcome: Outcome };

async function record(
  tx: Transaction,
  { provider }: Applying,
  { event, purchase }: Omit<Reversing, 'applying'>,
): Promise<Recorded> {
  const told = {
    provider,
    providerReversalId: event.providerReversalId,
    providerPaymentId: event.providerPaymentId,
    kind: event.kind === 'payment_disputed' ? ('dispute' as const) : ('refund' as const),
    amountMinor: event.amountMinor,
    totalMinor: event.totalMinor ?? purchase.amountMinor,
    currency: event.currency,
    cumulative: event.kind === 'payment_refunded' && event.cumulative,
    status: event.status,
    occurredAt: event.occurredAt,
  };
  const { provider: byProvider, providerReversalId: byId } = paymentReversals;
  const inserted = await tx
    .insert(paymentReversals)
    .values({ id: uuidv7(), ...told })
    .onConflictDoNothing({ target: [byProvider, byId] })
    .returning({ id: paymentReversals.id });
  if (inserted.length > 0) return { kind: 'moved', isRepeated: false };
  const [held] = await tx
    .select()
    .from(paymentReversals)
    .where(and(eq(byProvider, provider), eq(byId, event.providerReversalId)));
  if (!held) throw new Error(`Reversal ${event.providerReversalId} is neither new nor there.`);
  const step = decideStep(held, told);
  if (step === 'conflict') return { kind: 'unmoved', outcome: conflict(purchase, event, held) };
  if (step === 'same') return { kind: 'unmoved', outcome: duplicate(purchase) };
  if (step === 'older') {
    const details = { told: event.occurredAt, held: held.occurredAt };
    return { kind: 'unmoved', outcome: { kind: 'stale', teamId: purchase.teamId, details } };
  }
  const { amountMinor, status, occurredAt } = told;
  await tx.update(paymentReversals).set({ amountMinor, status, occurredAt }).where(eq(paymentReversals.id, held.id));
  return { kind: 'moved', isRepeated: status === held.status && amountMinor === held.amountMinor };
}

const rank: Record<ReversalRow['status'], number> = { pending: 0, succeeded: 1, failed: 2, open: 0, lost: 1, won: 1 };

type Told = Pick<ReversalRow, 'providerPaymentId' | 'amountMinor' | 'cumulative' | 'status' | 'occurredAt'>;

/**
 * Reversals only move forward: pending, succeeded, failed; open, then won or lost, of which the later wins (lost, when
 * both are told for the same instant). A running total only grows. Pure, so that no order of arrival can matter.
 */
export function decideStep(held: Told, told: Told): 'forward' | 'same' | 'older' | 'conflict' {
  if (held.providerPaymentId !== told.providerPaymentId) return 'conflict';
  if (told.cumulative) {
    if (told.amountMinor !== held.amountMinor) return told.amountMinor > held.amountMinor ? 'forward' : 'older';
    return told.occurredAt > held.occurredAt ? 'forward' : 'same';
  }
  if (told.amountMinor !== held.amountMinor) return 'conflict';
  if (told.status === held.status) return told.occurredAt > held.occurredAt ? 'forward' : 'same';
  if (rank[told.status] !== rank[held.status]) return rank[told.status] > rank[held.status] ? 'forward' : 'older';
  if (told.occurredAt === held.occurredAt) return told.status === 'lost' ? 'forward' : 'older';
  return told.occurredAt > held.occurredAt ? 'forward' : 'older';
}

type Left = Pick<Purchase, 'status' | 'refundedMinor' | 'refundedCredits'>;

function isAsIs(purchase: Purchase, left: Left): boolean {
  return (
    purchase.status === left.status &&
    purchase.refundedMinor === left.refundedMinor &&
    purchase.refundedCredits === left.refundedCredits
  );
}

function statusOf(purchase: Purchase, reversed: Reversed): Purchase['status'] {
  if (reversed.chargedBack) return 'charged_back';
  if (reversed.disputed) return 'disputed';
  if (reversed.refundedMinor >= purchase.amountMinor) return 'refunded';
  return reversed.refundedMinor > 0 ? 'partially_refunded' : 'paid';
}

/** More was reported back than had been paid: what was taken is capped, and a person looks. */
function overReported(purchase: Purchase, reversed: Reversed, subject: string): CaseFinding[] {
  if (reversed.refundedMinor <= purchase.amountMinor) return [];
  const local = { purchaseId: purchase.id, amountMinor: purchase.amountMinor };
  return [{ ...overReport(subject), local, remote: { refundedMinor: reversed.refundedMinor } }];
}

/** About the payment as a whole, so that the refund that fails later finds it. */
function overReport(subject: string) {
  return { kind: 'purchase_payload_conflict', subject } as const;
}

function duplicate(purchase: Purchase): Outcome {
  return { kind: 'duplicate', teamId: purchase.teamId, details: { purchaseId: purchase.id } };
}

function conflict(purchase: Purchase, event: ReversalEvent, held: ReversalRow | null): Outcome {
  const { providerReversalId, providerPaymentId, amountMinor, currency, status } = event;
  const local = held
    ? {
        amountMinor: held.amountMinor,
        currency: held.currency,
        status: held.status,
        providerPaymentId: held.providerPaymentId,
      }
    : { purchaseId: purchase.id, amountMinor: purchase.amountMinor, currency: purchase.currency };
  const remote = { providerReversalId, providerPaymentId, amountMinor, currency, status };
  return {
    kind: 'parked',
    teamId: purchase.teamId,
    finding: { kind: 'purchase_payload_conflict', subject: `reversal:${providerReversalId}`, local, remote },
  };
}

function findReversals(tx: Transaction, { provider }: Applying, providerPaymentId: string): Promise<ReversalRow[]> {
  const isOfPayment = and(
    eq(paymentReversals.provider, provider),
    eq(paymentReversals.providerPaymentId, providerPaymentId),
  );
  return tx.select().from(paymentReversals).where(isOfPayment);
}
