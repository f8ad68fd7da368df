import type { BillingContext } from '../context';
import { type Decision, decideUnclear, markRefunded } from '../renewals/decide';
import { restartClock } from '../renewals/restart';
import { type Operator, recordAction, requireReason, subjects } from './actions';

export interface ChargeDeed {
  operationId: string;
  by: Operator;
}

export type ChargeDecision = ChargeDeed & { decision: Decision };

/** Says what became of a charge that waits for a person, after a look at the provider's. */
export async function decideCharge(
  context: BillingContext,
  { operationId, decision, by }: ChargeDecision,
): Promise<void> {
  requireReason(by);
  await decideUnclear(context, {
    ...{ operationId, decision, operatorId: by.actorId },
    record: (tx, { teamId }) =>
      recordAction(tx, {
        ...{ by, action: 'charge_decided', subject: subjects.charge(operationId), teamId },
        ...{ details: { ...decision }, at: context.clock.now() },
      }),
  });
}

/** Notes that what was paid after a cancellation was given back with the provider. */
export async function noteRefund(context: BillingContext, { operationId, by }: ChargeDeed): Promise<void> {
  const reason = requireReason(by);
  await markRefunded(context, {
    ...{ operationId, reason, operatorId: by.actorId },
    record: (tx, { teamId, providerPaymentId }) =>
      recordAction(tx, {
        ...{ by, action: 'refund_noted', subject: subjects.charge(operationId), teamId },
        ...{ details: { providerPaymentId }, at: context.clock.now() },
      }),
  });
}

export interface ClockDeed {
  subscriptionId: string;
  by: Operator;
}

/** Lets a halted clock run again, once what halted it is mended. */
export async function restartHaltedClock(context: BillingContext, { subscriptionId, by }: ClockDeed): Promise<void> {
  requireReason(by);
  await restartClock(context, {
    ...{ subscriptionId, operatorId: by.actorId },
    record: (tx, { teamId, nextDueAt }) =>
      recordAction(tx, {
        ...{ by, action: 'clock_restarted', subject: subjects.clock(subscriptionId), teamId },
        ...{ details: { subscriptionId, nextDueAt }, at: context.clock.now() },
      }),
  });
}
