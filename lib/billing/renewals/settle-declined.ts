import type { Transaction } from '@/db/client';
import type { ProviderCharge } from '../providers/charger';
import { insertOwnAudits } from '../subscriptions/audits';
import { lockSubscriptionById, type Subscription } from '../subscriptions/store';
import { nextLookUpAt } from './attempt-plan';
import type { AnswerClass } from './decline';
import { tellFailure } from './dunning-messages';
import { dunningSteps, nextTryAt } from './dunning-steps';
import { atDate, instantOf } from './instants';
import { finishOperation, type OperationChange, updateOperation } from './operations';
import type { Settling } from './settling';
import { changeStatus, endSubscription } from './transition';

export interface Decline {
  answerClass: Extract<AnswerClass, 'soft_decline' | 'hard_decline' | 'action_required'>;
  charge: ProviderCharge | null;
  code: string | null;
}

/**
 * The provider said no, or that the buyer is needed. The first time the subscription is past due and dunning begins;
 * what was canceled meanwhile is over, and so is a subscription whose first payment was declined.
 */
export async function settleDeclined(tx: Transaction, settling: Settling, decline: Decline): Promise<void> {
  const { operation, own, now } = settling;
  const isFinal = decline.answerClass !== 'action_required';
  const subscription = await lockSubscriptionById(tx, operation.subscriptionId);
  const isOver = operation.cancelMode !== null || subscription.endedAt !== null;
  // What was not made cannot be confirmed either.
  if (isOver && (isFinal || decline.charge === null)) return settleCanceled(tx, settling, decline.code);
  const isFirstFailure = operation.firstFailedAt === null;
  const firstFailedAt = operation.firstFailedAt ?? instantOf(now);
  const nextAt = nextAttemptOf(settling, decline, atDate(firstFailedAt));
  await writeFailure(tx, settling, { decline, nextAt });
  if (operation.cycleNo === 0 && isFinal) return endUnpaid(tx, settling, { subscription, decline });
  await updateOperation(
    tx,
    operation.id,
    {
      ...standing(decline),
      ...{ firstFailedAt, nextAttemptAt: nextAt, leasedUntil: null },
      ...(isFirstFailure ? { dunningStep: 0 } : {}),
      // What was unclear in between has lost it.
      ...(operation.dunningAt === null ? { dunningAt: nextDunningAt(settling, atDate(firstFailedAt)) } : {}),
    },
    now,
  );
  if (subscription.status === 'active') {
    const details = { operationId: operation.id, code: decline.code };
    const changing = { subscription, status: 'past_due', pastDueSince: firstFailedAt, details } as const;
    await changeStatus(tx, own, { ...changing, occurredAt: instantOf(now) });
  }
  await tellFailure(tx, settling, { decline, nextAt, isFirst: isFirstFailure });
}

/** It was canceled before it was paid: nothing was taken, and nothing will be. */
export async function settleCanceled(tx: Transaction, settling: Settling, code: string | null): Promise<void> {
  const { operation, own, now } = settling;
  const { id: operationId, subscriptionId, cycleNo, cancelRequestedAt } = operation;
  await finishOperation(tx, operationId, 'voided', now);
  const occurredAt = instantOf(now);
  const details = { operationId, cycleNo, reason: 'canceled', code, cancelRequestedAt };
  await insertOwnAudits(tx, own, [{ subscriptionId, eventType: 'charge_voided', occurredAt, details }]);
  const subscription = await lockSubscriptionById(tx, subscriptionId);
  if (subscription.endedAt !== null) return;
  await endSubscription(tx, own, { subscription, endedAt: occurredAt, reason: 'canceled' });
}

function standing({ answerClass, charge, code }: Decline): OperationChange {
  const told = { lastClass: answerClass, errorCode: code };
  switch (answerClass) {
    case 'soft_decline':
      return { ...told, state: 'declined', providerPaymentId: null, actionUrl: null };
    case 'hard_decline':
      return { ...told, state: 'needs_card', providerPaymentId: null, actionUrl: null };
    case 'action_required':
      return {
        ...told,
        state: 'action_required',
        providerPaymentId: charge?.providerPaymentId ?? null,
        actionUrl: charge?.actionUrl ?? null,
      };
    default:
      return answerClass satisfies never;
  }
}

/** A soft decline has its days; what waits for the buyer is looked at; a card that is refused for good is let be. */
function nextAttemptOf({ context, operation, now }: Settling, decline: Decline, firstFailedAt: Date): Date | null {
  if (decline.answerClass === 'hard_decline') return null;
  if (decline.answerClass === 'action_required')
    return decline.charge === null ? null : nextLookUpAt(operation.tryStartedAt, now);
  return operation.cycleNo === 0 ? null : nextTryAt(firstFailedAt, context.settings.renewals, now);
}

/** A first payment that waits for the buyer does so for a day. */
function nextDunningAt({ context, operation, now }: Settling, firstFailedAt: Date): Date {
  if (operation.cycleNo === 0) return new Date(now.getTime() + 86_400_000);
  return dunningSteps(firstFailedAt, context.settings.renewals)[operation.dunningStep]?.at ?? now;
}

async function writeFailure(
  tx: Transaction,
  { operation, own, now }: Settling,
  { decline, nextAt }: { decline: Decline; nextAt: Date | null },
): Promise<void> {
  const { id: renewalKey, subscriptionId, tryNo } = operation;
  const actionRequired = decline.answerClass === 'action_required';
  const about = { answerClass: decline.answerClass, code: decline.code, nextAttemptAt: nextAt };
  const details = { renewalKey, attempt: tryNo, actionRequired, ...about };
  await insertOwnAudits(tx, own, [
    { subscriptionId, eventType: 'payment_failed', occurredAt: instantOf(now), details },
  ]);
}

/** Nothing began, so there is nothing to go on with: the buyer is told, and can begin again with another card. */
async function endUnpaid(
  tx: Transaction,
  settling: Settling,
  { subscription, decline }: { subscription: Subscription; decline: Decline },
): Promise<void> {
  const { operation, own, now } = settling;
  const told = { lastClass: decline.answerClass, errorCode: decline.code, firstFailedAt: instantOf(now) };
  await updateOperation(tx, operation.id, told, now);
  await finishOperation(tx, operation.id, 'failed', now);
  await tellFailure(tx, settling, { decline, nextAt: null, isFirst: true });
  const details = { operationId: operation.id, code: decline.code };
  const ending = { subscription, endedAt: instantOf(now), reason: 'first_payment_declined', details };
  await endSubscription(tx, own, ending);
}
