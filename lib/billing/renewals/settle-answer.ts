import type { Transaction } from '@/db/client';
import type { ProviderCharge } from '../providers/charger';
import { closeCase } from '../reconciliation/cases';
import { exhaustedUntil, nextAttemptAt, nextLookUpAt } from './attempt-plan';
import { listAttempts } from './attempts';
import { classifyCharge } from './decline';
import { keyOf, updateOperation } from './operations';
import { openTry } from './retry';
import { settleCanceled, settleDeclined } from './settle-declined';
import { settlePaid } from './settle-paid';
import { findingOf, type Result, raise, type Settling } from './settling';

type Answer = Extract<Result, { kind: 'answer' }>;
type Listed = Extract<Result, { kind: 'listed' }>;

/** What an answer that counts makes of an operation. */
export async function settleAnswer(tx: Transaction, settling: Settling, answer: Answer): Promise<void> {
  const { answerClass, charge, code } = answer;
  switch (answerClass) {
    case 'succeeded':
      if (!charge) throw new Error('What succeeded is a charge.');
      return settlePaid(tx, settling, charge);
    case 'processing':
      return settleProcessing(tx, settling, charge);
    case 'action_required':
      if (settling.operation.state === 'action_required') return waitOn(tx, settling);
      return settleDeclined(tx, settling, { answerClass, charge, code });
    case 'soft_decline':
    case 'hard_decline':
      return settleDeclined(tx, settling, { answerClass, charge, code });
    case 'transient':
    case 'unknown_outcome':
      return settleUnknown(tx, settling, { code, answerClass });
    case 'bug':
      return settleBug(tx, settling, code);
    default:
      return answerClass satisfies never;
  }
}

/** The provider took it and is not done: it is asked for, and never sent again. */
async function settleProcessing(tx: Transaction, settling: Settling, charge: ProviderCharge | null): Promise<void> {
  const { operation, now } = settling;
  const change = { state: 'processing', lastClass: 'processing', leasedUntil: null, errorCode: null } as const;
  const providerPaymentId = charge?.providerPaymentId ?? operation.providerPaymentId;
  const next = nextLookUpAt(operation.tryStartedAt, now);
  await updateOperation(tx, operation.id, { ...change, providerPaymentId, nextAttemptAt: next }, now);
  const since = operation.tryStartedAt ?? now;
  if (now.getTime() - since.getTime() < longestProcessingMs) return;
  await raise(
    tx,
    settling,
    findingOf('charge_outcome_unclear', operation, { providerPaymentId, processingSince: since }),
  );
}

/** Debits of a bank account take up to two weeks; what takes longer is looked up still, and shown to a person. */
const longestProcessingMs = 15 * 86_400_000;

/** The buyer has not confirmed it yet. */
async function waitOn(tx: Transaction, { operation, now }: Settling): Promise<void> {
  const nextAt = nextLookUpAt(operation.tryStartedAt, now);
  await updateOperation(tx, operation.id, { nextAttemptAt: nextAt }, now);
}

/** Nothing is known, or nothing was done: the same key again, and when its attempts are made, patience. */
export async function settleUnknown(
  tx: Transaction,
  settling: Settling,
  about: { code: string | null; answerClass?: 'transient' | 'unknown_outcome'; isGone?: boolean },
): Promise<void> {
  const { operation, now, keyHorizonHours } = settling;
  const { code: errorCode, answerClass, isGone = false } = about;
  const isAsking = answerClass === undefined;
  const known = isGone ? ({ state: 'unknown', providerPaymentId: null } as const) : {};
  if (isAsking) {
    const nextAt = nextLookUpAt(operation.tryStartedAt, now);
    await updateOperation(tx, operation.id, { ...known, nextAttemptAt: nextAt, errorCode }, now);
    return;
  }
  const nextAt = nextAttemptAt(operation, now);
  const state = (await isUncharged(tx, settling)) ? 'pending' : 'unknown';
  const change = { state, lastClass: answerClass, errorCode, leasedUntil: null } as const;
  const restUntil = exhaustedUntil(operation.tryStartedAt ?? now, keyHorizonHours);
  if (nextAt) await updateOperation(tx, operation.id, { ...change, nextAttemptAt: nextAt }, now);
  else await exhaust(tx, settling, { ...change, state: 'unknown', nextAttemptAt: restUntil });
}

/** No attempt of this try can have reached anybody. */
async function isUncharged(tx: Transaction, { operation }: Settling): Promise<boolean> {
  const attempts = await listAttempts(tx, operation.id);
  return attempts
    .filter(({ tryNo, kind }) => tryNo === operation.tryNo && kind === 'charge')
    .every(({ answerClass }) => answerClass === 'transient');
}

/** Not declined, so nobody is past due for it; the operators hear of it. */
async function exhaust(
  tx: Transaction,
  settling: Settling,
  change: Parameters<typeof updateOperation>[2],
): Promise<void> {
  const { operation, now } = settling;
  await updateOperation(tx, operation.id, change, now);
  const remote = { code: change.errorCode ?? null, looksAgainAt: change.nextAttemptAt };
  await raise(tx, settling, findingOf('charge_exhausted', operation, remote));
}

/** What we send cannot be right, so it is not sent again. */
async function settleBug(tx: Transaction, settling: Settling, code: string | null): Promise<void> {
  const { operation, now } = settling;
  const change = {
    state: 'unclear',
    lastClass: 'bug',
    errorCode: code,
    leasedUntil: null,
    nextAttemptAt: null,
  } as const;
  await updateOperation(tx, operation.id, change, now);
  await raise(tx, settling, findingOf('charge_rejected', operation, { code }));
}

/** Every charge of the operation that its provider lists: paid beats on its way beats declined. */
export async function settleListed(tx: Transaction, settling: Settling, listed: Listed): Promise<void> {
  const { operation, provider } = settling;
  const { charges } = listed;
  const [paid, ...more] = charges.filter(({ status }) => status === 'succeeded');
  if (more.length > 0) await raise(tx, settling, findingOf('charged_twice', operation, { charges: charges.map(idOf) }));
  const open = charges.find(({ status }) => status === 'processing' || status === 'action_required');
  const found = paid ?? open ?? charges.find((charge) => isOfTry(settling, charge));
  if (!found) return settleAbsent(tx, settling, listed);
  const answerClass = classifyCharge(provider, found);
  const note = 'The provider lists the charge.';
  await closeCase(tx, { kind: 'charge_exhausted', subject: operation.id, at: settling.now, note });
  const code = found.declineCode ?? found.code;
  return settleAnswer(tx, settling, { kind: 'answer', answerClass, charge: found, code });
}

function idOf({ providerPaymentId }: ProviderCharge): string {
  return providerPaymentId;
}

/** An earlier try's decline says nothing about this one. */
function isOfTry({ operation }: Settling, { idempotencyKey, createdAt }: ProviderCharge): boolean {
  if (idempotencyKey !== null) return idempotencyKey === keyOf(operation);
  return operation.tryStartedAt !== null && createdAt >= operation.tryStartedAt.toISOString();
}

/** It was never charged, which is as good as a decline: another try may be made. */
async function settleAbsent(tx: Transaction, settling: Settling, { isAbsenceSure }: Listed): Promise<void> {
  const { operation, now, keyHorizonHours } = settling;
  if (!isAbsenceSure) {
    const soon = nextLookUpAt(operation.tryStartedAt, now);
    const sureAt = exhaustedUntil(operation.tryStartedAt ?? now, keyHorizonHours);
    const nextAt = new Date(Math.min(+sureAt, +soon));
    await updateOperation(tx, operation.id, { state: 'unknown', nextAttemptAt: nextAt }, now);
    return;
  }
  const note = 'The provider lists no charge of it, so it is tried again.';
  await closeCase(tx, { kind: 'charge_exhausted', subject: operation.id, at: now, note });
  if (operation.cancelMode !== null) return settleCanceled(tx, settling, 'absent');
  await openTry(tx, operation, now);
}

/** The charge that was known is not there. Before another try that is as good as withdrawn; else it is looked for. */
export async function settleGone(tx: Transaction, settling: Settling): Promise<void> {
  if (settling.operation.state === 'pending') return settleWithdrawn(tx, settling);
  return settleUnknown(tx, settling, { isGone: true, code: 'gone' });
}

/** What waited for the buyer is called off: now another try may be sent. */
export async function settleWithdrawn(tx: Transaction, settling: Settling): Promise<void> {
  const { operation, now } = settling;
  if (operation.cancelMode !== null) return settleCanceled(tx, settling, 'withdrawn');
  // A cancellation was taken back meanwhile: its key stands for what is withdrawn.
  const withdrawn = operation.state === 'pending' ? operation : await openTry(tx, operation, now);
  await updateOperation(tx, withdrawn.id, { providerPaymentId: null, nextAttemptAt: now }, now);
}
