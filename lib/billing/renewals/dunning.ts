import { and, asc, inArray, lte } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { chargeOperations } from '@/db/schema';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { insertOwnAudits } from '../subscriptions/audits';
import { lockSubscriptionById } from '../subscriptions/store';
import { sqlState } from '../webhooks/failure';
import { withdrawQuietly } from './attempt';
import { remind, tellRestriction } from './dunning-messages';
import { type DunningStep, dunningSteps } from './dunning-steps';
import { atDate, instantOf } from './instants';
import { inScope } from './lease';
import { type ChargeOperation, finishOperation, updateOperation } from './operations';
import type { RenewalScope } from './scope';
import { inTurn, lockSettling } from './settle';
import type { Settling } from './settling';
import { changeStatus, endSubscription } from './transition';

/** Only while nothing is on its way: an outcome that is not known makes nobody wait for less. */
const stalled: ChargeOperation['state'][] = ['declined', 'needs_card', 'action_required'];

/**
 * Takes the steps of dunning that are due: reminds the team of what only it can do, restricts access, and ends the
 * subscription. Each step once. The tries themselves are `chargeDue`'s. Returns how many steps were taken.
 */
export async function dunDue(context: BillingContext, pass: Pass, scope: RenewalScope = 'real'): Promise<number> {
  let taken = 0;
  const broken = new Set<string>();
  while (taken < pass.limit && pass.isTimeLeft()) {
    const due = (await listDue(context, scope, pass.limit)).filter(({ id }) => !broken.has(id));
    if (due.length === 0) break;
    for (const operation of due) {
      if (taken === pass.limit || !pass.isTimeLeft()) break;
      if (await takeSafely(context, operation)) taken += 1;
      else broken.add(operation.id);
    }
  }
  return taken;
}

function listDue({ database, clock }: BillingContext, scope: RenewalScope, limit: number): Promise<ChargeOperation[]> {
  return database
    .select()
    .from(chargeOperations)
    .where(and(lte(chargeOperations.dunningAt, clock.now()), inArray(chargeOperations.state, stalled), inScope(scope)))
    .orderBy(asc(chargeOperations.dunningAt))
    .limit(limit);
}

/** One operation must not keep the others from their steps; it has another turn in the next pass. */
async function takeSafely(context: BillingContext, due: ChargeOperation): Promise<boolean> {
  try {
    await takeStep(context, due);
    return true;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown';
    context.log.error({ operationId: due.id, error: name, code: sqlState(error) }, 'dunning step not taken');
    return false;
  }
}

async function takeStep(context: BillingContext, due: ChargeOperation): Promise<void> {
  const ended = await inTurn(context, async (tx) => {
    const settling = await lockSettling(tx, context, due);
    if (!settling || !isStillDue(settling, due)) return null;
    return (await dun(tx, settling)) ? settling.operation : null;
  });
  if (ended?.providerPaymentId) await withdrawQuietly(context, ended, ended.providerPaymentId);
}

/** Two processes may have found it; the first one has moved it. */
function isStillDue({ operation, now }: Settling, { dunningStep }: ChargeOperation): boolean {
  const { dunningAt, state } = operation;
  return operation.dunningStep === dunningStep && dunningAt !== null && dunningAt <= now && stalled.includes(state);
}

/** True: that was the end. */
async function dun(tx: Transaction, settling: Settling): Promise<boolean> {
  const { operation, now, context } = settling;
  const { firstFailedAt, cycleNo } = operation;
  const steps = dunningSteps(firstFailedAt === null ? now : atDate(firstFailedAt), context.settings.renewals);
  const dunningStep = dueStep(steps, operation);
  const step = steps[dunningStep];
  if (step && step.at > now && cycleNo > 0) {
    await updateOperation(tx, operation.id, { dunningStep, dunningAt: step.at }, now);
    return false;
  }
  if (!step || step.kind === 'end' || cycleNo === 0) {
    await end(tx, settling, cycleNo === 0 ? 'first_payment_declined' : 'payment_failed');
    return true;
  }
  const next = steps[dunningStep + 1];
  await updateOperation(tx, operation.id, { dunningStep: dunningStep + 1, dunningAt: next?.at ?? now }, now);
  await writeStep(tx, settling, step);
  if (step.kind === 'restrict') await restrict(tx, settling, steps.at(-1)?.at ?? null);
  // Of several that are due at once, as after an outage of ours, the last one says it all.
  else if (operation.state !== 'declined' && (next === undefined || next.at > now)) {
    await remind(tx, settling, dunningStep + 1);
  }
  return false;
}

/** Its place among the steps; where the days are others by now, that of the first one from when it was due on. */
function dueStep(steps: readonly DunningStep[], { dunningStep, dunningAt }: ChargeOperation): number {
  const dueAt = dunningAt ?? new Date(0);
  if (steps[dunningStep]?.at.getTime() === dueAt.getTime()) return dunningStep;
  const found = steps.findIndex(({ at }) => at >= dueAt);
  return found === -1 ? steps.length : found;
}

async function restrict(tx: Transaction, settling: Settling, endsAt: Date | null): Promise<void> {
  const { operation, own, now } = settling;
  const subscription = await lockSubscriptionById(tx, operation.subscriptionId);
  if (subscription.endedAt !== null) return;
  const { pastDueSince } = subscription;
  const details = { operationId: operation.id };
  await changeStatus(tx, own, {
    ...{ subscription, status: 'unpaid', pastDueSince, occurredAt: instantOf(now), details },
  });
  await tellRestriction(tx, settling, endsAt);
}

async function end(tx: Transaction, settling: Settling, reason: string): Promise<void> {
  const { operation, own, now } = settling;
  await finishOperation(tx, operation.id, 'failed', now);
  await writeStep(tx, settling, { kind: 'end', at: now });
  const subscription = await lockSubscriptionById(tx, operation.subscriptionId);
  if (subscription.endedAt !== null) return;
  const details = { operationId: operation.id };
  await endSubscription(tx, own, { subscription, endedAt: instantOf(now), reason, details });
}

async function writeStep(tx: Transaction, { operation, own, now }: Settling, { kind }: DunningStep): Promise<void> {
  const { id: operationId, subscriptionId, dunningStep } = operation;
  const details = { operationId, step: dunningStep + 1, kind };
  await insertOwnAudits(tx, own, [{ subscriptionId, eventType: 'dunning_step', occurredAt: instantOf(now), details }]);
}
