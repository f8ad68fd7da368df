import type { Transaction } from '@/db/client';
import { ownPriceId } from '../catalog';
import type { PeriodPaid } from '../events';
import type { ProviderCharge } from '../providers/charger';
import { closeCase, openCase } from '../reconciliation/cases';
import { insertOwnAudits as writeAudit } from '../subscriptions/audits';
import { findPeriodByKey, markRecovered } from '../subscriptions/periods';
import { findSubscription, lockSubscriptionById, type Subscription } from '../subscriptions/store';
import { applyEvents, isUndone } from '../webhooks/apply';
import { type Failure, failureOf, isTimingConflict } from '../webhooks/failure';
import { wakeWaiting } from '../webhooks/inbox';
import type { Outcome } from '../webhooks/outcome';
import { instantOf } from './instants';
import { finishOperation, keyOf, reasonOf, updateOperation } from './operations';
import { findingOf, raise, type Settling } from './settling';
import { endSubscription } from './transition';

/**
 * The charge succeeded: the period is recorded by the same code as for a provider's webhook, and the operation is final,
 * both or neither. What cannot be recorded is for a person; the money is not lost sight of.
 */
export async function settlePaid(tx: Transaction, settling: Settling, charge: ProviderCharge): Promise<void> {
  const event = eventOf(settling, charge, await getSubscription(tx, settling.operation.subscriptionId));
  if (!event) return markUnclear(tx, settling, { ...shown(charge), code: 'amount_differs' });
  const outcome = await record(tx, settling, event);
  if (outcome.kind === 'failure' || isUndone(outcome))
    return markUnclear(tx, settling, { ...shown(charge), code: codeOf(outcome) });
  await settling.context.onStep?.('charge_recorded');
  await follow(tx, settling, outcome);
  await finishPaid(tx, settling, charge.providerPaymentId);
}

/** The period is recorded; what is left is the operation, and what was asked for while it was on its way. */
export async function finishPaid(tx: Transaction, settling: Settling, providerPaymentId: string | null): Promise<void> {
  const { operation, provider, now } = settling;
  await finishOperation(tx, operation.id, 'succeeded', now);
  const done = { providerPaymentId, lastClass: 'succeeded', errorCode: null, actionUrl: null };
  await updateOperation(tx, operation.id, done, now);
  for (const kind of ['charge_exhausted', 'charge_outcome_unclear'] as const)
    await closeCase(tx, { kind, subject: operation.id, at: now, note: 'The charge was found: it succeeded.' });
  const period = operation.firstFailedAt === null ? null : await findPeriodByKey(tx, provider, operation.id);
  // The provider's webhook may have been first, and knows of no earlier try.
  if (period) await markRecovered(tx, period.id);
  const subscription = await lockSubscriptionById(tx, operation.subscriptionId);
  if (operation.cancelMode === 'now' || subscription.endedAt !== null)
    return oweRefund(tx, settling, { subscription, providerPaymentId });
  if (operation.cancelMode !== null) await audit(tx, settling, 'charge_kept', { providerPaymentId });
}

/** Null: it is not what we asked for. */
function eventOf(
  { operation, now }: Settling,
  charge: ProviderCharge,
  { providerSubscriptionId, providerCustomerId }: Subscription,
): PeriodPaid | null {
  const { id, payload, cycleNo, firstFailedAt, isSimulated } = operation;
  if (!payload || payload.amountMinor !== charge.amountMinor || payload.currency !== charge.currency) return null;
  const { item, quantity, amountMinor, currency, periodStart: start, periodEnd: end } = payload;
  // Where our time is made up, the provider's own has nothing to do with it.
  const paidAt = isSimulated ? instantOf(now) : charge.createdAt;
  return {
    kind: 'period_paid',
    ...{ occurredAt: paidAt, paidAt, invoicedAt: paidAt },
    providerSubscriptionId,
    buyer: { ...nobody, providerCustomerId, providerSubscriptionId },
    renewalKey: id,
    providerInvoiceId: null,
    providerPaymentId: charge.providerPaymentId,
    reason: reasonOf(cycleNo),
    period: { start, end },
    recovered: firstFailedAt !== null,
    lines: [{ providerPriceId: ownPriceId(item), quantity, amountChosenByBuyer: false }],
    price: {
      currency,
      subtotalMinor: amountMinor,
      discountMinor: 0,
      taxMinor: 0,
      amountMinor,
      listedMinor: amountMinor,
    },
    providerVersion: null,
  };
}

const nobody = { checkoutId: null, providerCheckoutId: null, claimedTeamId: null };

function codeOf(outcome: Outcome | Failure): string {
  if (outcome.kind === 'parked') return outcome.finding.kind;
  return 'code' in outcome ? outcome.code : outcome.kind;
}

/** Behind a savepoint: of what cannot be recorded nothing stays. */
async function record(tx: Transaction, settling: Settling, event: PeriodPaid): Promise<Outcome | Failure> {
  const { context, operation, provider, now } = settling;
  const { catalog, renewals } = context.settings;
  const applying = { provider, eventId: keyOf(operation), catalog, renewals, now };
  try {
    return await tx.transaction(async (inner) => {
      const outcome = await applyEvents(inner, applying, [event]);
      if (isUndone(outcome)) throw new Undone(outcome);
      return outcome;
    });
  } catch (error) {
    if (error instanceof Undone) return error.outcome;
    const failure = failureOf(error);
    // What passes by itself is tried again with the whole settlement.
    if (isTimingConflict(error) || failure.category === 'temporary') throw error;
    return failure;
  }
}

/** Rolls back to the savepoint and carries the outcome out. */
class Undone extends Error {
  constructor(readonly outcome: Outcome) {
    super('undone');
  }
}

/** What an applied webhook brings with it: refunds that came first are woken, cases opened. */
async function follow(tx: Transaction, { operation, provider, now }: Settling, outcome: Outcome): Promise<void> {
  if (outcome.kind !== 'applied') return;
  await wakeWaiting(tx, outcome.created, now);
  const origin = { provider, eventId: keyOf(operation), teamId: operation.teamId, at: now };
  for (const finding of outcome.cases) await openCase(tx, finding, origin);
}

/** Money was taken, or may have been, and what to do with it is not for us to guess. */
async function markUnclear(tx: Transaction, settling: Settling, remote: Record<string, unknown>): Promise<void> {
  const { operation, now } = settling;
  const rests = { leasedUntil: null, nextAttemptAt: null, dunningAt: null };
  if (operation.settledAt === null) await updateOperation(tx, operation.id, { state: 'unclear', ...rests }, now);
  await raise(tx, settling, findingOf('charge_outcome_unclear', operation, remote));
}

function shown({ providerPaymentId, status, amountMinor, currency, createdAt }: ProviderCharge) {
  return { providerPaymentId, status, amountMinor, currency, createdAt };
}

/** It was canceled meanwhile, or had ended: what was taken is to be given back, by a person. */
async function oweRefund(
  tx: Transaction,
  settling: Settling,
  { subscription, providerPaymentId }: { subscription: Subscription; providerPaymentId: string | null },
): Promise<void> {
  const { operation, own, now } = settling;
  await updateOperation(tx, operation.id, { refundDueAt: now }, now);
  const { amountMinor = null, currency = null } = operation.payload ?? {};
  await raise(tx, settling, findingOf('charge_refund_due', operation, { providerPaymentId, amountMinor, currency }));
  await audit(tx, settling, 'charge_refund_due', { providerPaymentId });
  if (subscription.endedAt !== null) return;
  await endSubscription(tx, own, { subscription, endedAt: instantOf(now), reason: 'canceled' });
}

async function audit(
  tx: Transaction,
  { operation, own, now }: Settling,
  eventType: 'charge_refund_due' | 'charge_kept',
  about: Record<string, unknown>,
): Promise<void> {
  const { id: operationId, subscriptionId, cycleNo, cancelRequestedAt } = operation;
  const details = { operationId, cycleNo, cancelRequestedAt, ...about };
  await writeAudit(tx, own, [{ subscriptionId, eventType, occurredAt: instantOf(now), details }]);
}

async function getSubscription(tx: Transaction, subscriptionId: string): Promise<Subscription> {
  const found = await findSubscription(tx, subscriptionId);
  if (!found) throw new Error(`There is no subscription ${subscriptionId}.`);
  return found;
}
