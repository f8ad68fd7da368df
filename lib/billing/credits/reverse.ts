import { and, eq } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { paymentReversals } from '@/db/schema';
import type { PaymentDisputed, PaymentRefunded } from '../events';
import { closeCase } from '../reconciliation/cases';
import { type Applying, type CaseFinding, keys, type Outcome } from '../webhooks/outcome';
import type { Reversed } from './balance';
import { followDispute } from './dispute-case';
import { decideStep, type ReversalRow } from './reversal-step';
import { idOf, lockPayment, type ReversiblePayment } from './reversible';
import { settleReversals } from './settle-reversals';

export type ReversalEvent = PaymentRefunded | PaymentDisputed;

/**
 * Records one refund, running total or dispute, and moves the balance by what all of them together now take. A
 * reversal whose payment, of a purchase or a period, is not here yet waits for it. A dispute is a case while it is open.
 */
export async function recordReversal(tx: Transaction, applying: Applying, event: ReversalEvent): Promise<Outcome> {
  const { provider, eventId, now } = applying;
  const key = keys.payment(provider, event.providerPaymentId);
  const payment = await lockPayment(tx, provider, event.providerPaymentId);
  if (!payment) return { kind: 'waiting', code: 'unknown_payment', waitingFor: [key] };
  if (event.currency !== payment.currency) return conflict(payment, event, null);
  if (payment.amountMinor === 0 || event.amountMinor === 0) return { kind: 'ignored', reason: 'nothing_was_paid_back' };
  const recorded = await record(tx, applying, { event, payment });
  if (recorded.kind !== 'moved') return recorded.outcome;
  const { reversed, delta, isAsBefore } = await settleReversals(tx, payment, {
    provider,
    // One event moves one payment once per reversal that it names.
    idempotencyKey: `reversal:${provider}:${eventId}:${event.providerReversalId}`,
    actor: `provider:${provider}`,
    at: now,
    kind: event.kind === 'payment_disputed' ? 'dispute' : 'refund',
  });
  if (recorded.isRepeated && isAsBefore) return duplicate(payment);
  const { isRepeated } = recorded;
  const disputes =
    event.kind === 'payment_disputed' ? await followDispute(tx, applying, { event, payment, delta, isRepeated }) : [];
  if (event.status === 'failed' && reversed.refundedMinor <= payment.amountMinor)
    await closeCase(tx, { ...overReport(key), at: now, note: 'A refund failed: not too much any more.' });
  return {
    kind: 'applied',
    teamId: payment.teamId,
    created: [],
    cases: [...overReported(payment, reversed, key), ...disputes],
    details: { ...idOf(payment), credits: delta },
  };
}

type Recorded = { kind: 'moved'; isRepeated: boolean } | { kind: 'unmoved'; outcome: Outcome };

async function record(
  tx: Transaction,
  { provider }: Applying,
  { event, payment }: { event: ReversalEvent; payment: ReversiblePayment },
): Promise<Recorded> {
  const told = {
    provider,
    providerReversalId: event.providerReversalId,
    providerPaymentId: event.providerPaymentId,
    kind: event.kind === 'payment_disputed' ? ('dispute' as const) : ('refund' as const),
    amountMinor: event.amountMinor,
    totalMinor: event.totalMinor ?? payment.amountMinor,
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
  if (step === 'conflict') return { kind: 'unmoved', outcome: conflict(payment, event, held) };
  if (step === 'same') return { kind: 'unmoved', outcome: duplicate(payment) };
  if (step === 'older') {
    const details = { told: event.occurredAt, held: held.occurredAt };
    return { kind: 'unmoved', outcome: { kind: 'stale', teamId: payment.teamId, details } };
  }
  const { amountMinor, status, occurredAt } = told;
  await tx.update(paymentReversals).set({ amountMinor, status, occurredAt }).where(eq(paymentReversals.id, held.id));
  return { kind: 'moved', isRepeated: status === held.status && amountMinor === held.amountMinor };
}

/** More was reported back than had been paid: what was taken is capped, and a person looks. */
function overReported(payment: ReversiblePayment, reversed: Reversed, subject: string): CaseFinding[] {
  if (reversed.refundedMinor <= payment.amountMinor) return [];
  const local = { ...idOf(payment), amountMinor: payment.amountMinor };
  return [{ ...overReport(subject), local, remote: { refundedMinor: reversed.refundedMinor } }];
}

/** About the payment as a whole, so that the refund that fails later finds it. */
function overReport(subject: string) {
  return { kind: 'purchase_payload_conflict', subject } as const;
}

function duplicate(payment: ReversiblePayment): Outcome {
  return { kind: 'duplicate', teamId: payment.teamId, details: idOf(payment) };
}

function conflict(payment: ReversiblePayment, event: ReversalEvent, held: ReversalRow | null): Outcome {
  const { providerReversalId, providerPaymentId, amountMinor, currency, status } = event;
  const local = held
    ? {
        amountMinor: held.amountMinor,
        currency: held.currency,
        status: held.status,
        providerPaymentId: held.providerPaymentId,
      }
    : { ...idOf(payment), amountMinor: payment.amountMinor, currency: payment.currency };
  const remote = { providerReversalId, providerPaymentId, amountMinor, currency, status };
  return {
    kind: 'parked',
    teamId: payment.teamId,
    finding: { kind: 'purchase_payload_conflict', subject: `reversal:${providerReversalId}`, local, remote },
  };
}
