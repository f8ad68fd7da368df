import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import type { ProviderCharge } from '../providers/charger';
import { closeCase } from '../reconciliation/cases';
import { instantOf } from './instants';
import { type ChargeOperation, findOperation, updateOperation } from './operations';
import { openTry } from './retry';
import { inTurn, lockSettling } from './settle';
import { settleCanceled } from './settle-declined';
import { settlePaid } from './settle-paid';
import type { Settling } from './settling';

/** What a person found out about a charge whose outcome was not clear. */
export type Decision =
  /** The provider holds this payment of it. */
  | { kind: 'charged'; providerPaymentId: string }
  /** There is none, and what was wrong is mended: it is tried anew, at once. */
  | { kind: 'not_charged' };

interface Deciding extends Deed {
  decision: Decision;
}

interface Deed {
  operationId: string;
  operatorId: string;
  /** Writes down who did it and why, in the transaction that does it. */
  record?: (tx: Transaction, operation: ChargeOperation) => Promise<void>;
}

/** Settles a charge that waits for a person. Throws `charge_not_found`, `charge_not_unclear`. */
export async function decideUnclear(
  context: BillingContext,
  { operationId, operatorId, decision, record }: Deciding,
): Promise<void> {
  await inTurn(context, async (tx) => {
    const settling = await lockAs(tx, context, { operationId, operatorId });
    const { operation } = settling;
    if (operation.state !== 'unclear') throw BillingError.chargeNotUnclear(operationId, operation.state);
    await closeUnclear(tx, settling);
    await decide(tx, settling, decision);
    await record?.(tx, operation);
  });
}

async function decide(tx: Transaction, settling: Settling, decision: Decision): Promise<void> {
  const { operation, now } = settling;
  if (decision.kind === 'charged') return settlePaid(tx, settling, chargeOf(settling, decision.providerPaymentId));
  if (operation.cancelMode !== null) return settleCanceled(tx, settling, 'not_charged');
  await openTry(tx, operation, now);
}

/** As the operation asked for it: a person has looked at the provider's. */
function chargeOf({ operation, now }: Settling, providerPaymentId: string): ProviderCharge {
  const { id: operationId, payload } = operation;
  const { amountMinor = 0, currency = '' } = payload ?? {};
  const nothing = { idempotencyKey: null, actionUrl: null, code: null, declineCode: null };
  const createdAt = instantOf(now);
  return { providerPaymentId, status: 'succeeded', amountMinor, currency, createdAt, operationId, ...nothing };
}

/** Notes that what was owed was given back with the provider. Throws `charge_not_found`, `no_refund_due`. */
export async function markRefunded(
  context: BillingContext,
  { operationId, operatorId, reason, record }: Deed & { reason: string },
): Promise<void> {
  await inTurn(context, async (tx) => {
    const { operation, now } = await lockAs(tx, context, { operationId, operatorId });
    if (operation.refundDueAt === null || operation.refundedAt !== null) throw BillingError.noRefundDue(operationId);
    await updateOperation(tx, operationId, { refundedAt: now }, now);
    await closeCase(tx, { kind: 'charge_refund_due', subject: operationId, at: now, note: reason });
    await record?.(tx, operation);
  });
}

async function lockAs(
  tx: Transaction,
  context: BillingContext,
  { operationId, operatorId }: Pick<Deed, 'operationId' | 'operatorId'>,
): Promise<Settling> {
  const found = await findOperation(tx, operationId);
  const settling = found && (await lockSettling(tx, context, found));
  if (!settling) throw BillingError.chargeNotFound(operationId);
  return { ...settling, own: { actorType: 'user', actorId: operatorId, cause: 'operator', now: settling.now } };
}

async function closeUnclear(tx: Transaction, { operation, now: at }: Settling): Promise<void> {
  const note = 'An operator found out what became of it.';
  for (const kind of ['charge_outcome_unclear', 'charge_rejected'] as const)
    await closeCase(tx, { kind, subject: operation.id, at, note });
}
