import { refund, tailOf } from '../providers/sandbox/messages';
import { periodVoided, subscriptionTold } from '../providers/sandbox/subscription-messages';
import { planAdvance } from './advance-burst';
import { payCycle } from './pay-cycle';
import { type PlanChange, planChange } from './plan-change-burst';
import {
  type Burst,
  type BurstContext,
  burstOf,
  instantOf,
  invoiceIdOf,
  periodOf,
  type SandboxSubscription,
  sessionOf,
  standingOf,
} from './sandbox-subscription';
import type { SubscriptionAction } from './subscription-actions';

/** An action, with what it needs. */
export type BurstRequest =
  | { action: 'change_plan'; change: PlanChange }
  | { action: Exclude<SubscriptionAction, 'change_plan' | 'send_delayed'> };

/** What the sandbox tells of an action that is possible, and how the subscription stands after it. Pure. */
export function planBurst(subscription: SandboxSubscription, request: BurstRequest, context: BurstContext): Burst {
  switch (request.action) {
    case 'advance':
      return planAdvance(subscription, context);
    case 'change_plan':
      return planChange(subscription, request.change, context);
    case 'cancel_at_period_end':
      return tellOnly('updated', { ...subscription, cancelAtPeriodEnd: true }, context);
    case 'resume':
      return tellOnly('updated', { ...subscription, cancelAtPeriodEnd: false }, context);
    case 'cancel_now':
      return cancelNow(subscription, context);
    case 'fail_next_card':
      return burstOf([], { ...subscription, nextCard: 'declined' }, context);
    case 'fix_card':
      return fixCard(subscription, context);
    case 'pause':
      return tellOnly('paused', { ...subscription, status: 'paused' }, context);
    case 'unpause':
      return tellOnly('resumed', { ...subscription, status: 'active' }, context);
    case 'refund_last_payment':
      return refundLast(subscription, context);
    default:
      return request satisfies never;
  }
}

function tellOnly(
  type: 'updated' | 'paused' | 'resumed',
  subscription: SandboxSubscription,
  context: BurstContext,
): Burst {
  return burstOf([subscriptionTold(type, standingOf(subscription))], subscription, context);
}

/** What is owed is written off with it. */
function cancelNow(before: SandboxSubscription, context: BurstContext): Burst {
  const subscription: SandboxSubscription = { ...before, status: 'canceled', endedAt: instantOf(context.now) };
  const owed = { invoiceId: invoiceIdOf(before), period: periodOf(before), reason: 'voided' } as const;
  const voided = before.status === 'past_due' ? [periodVoided(sessionOf(subscription), owed)] : [];
  return burstOf([...voided, subscriptionTold('canceled', standingOf(subscription))], subscription, context);
}

/** A card that works pays what is owed at once, under the invoice that failed. */
function fixCard(before: SandboxSubscription, context: BurstContext): Burst {
  if (before.status !== 'past_due') return burstOf([], { ...before, nextCard: 'accepted' }, context);
  const subscription: SandboxSubscription = { ...before, status: 'active', nextCard: 'accepted' };
  const { told: paid, lastPayment } = payCycle(subscription, context.plan, { reason: 'cycle', attempt: 2 });
  return burstOf(
    [paid, subscriptionTold('active', standingOf(subscription))],
    { ...subscription, lastPayment },
    context,
  );
}

function refundLast(subscription: SandboxSubscription, context: BurstContext): Burst {
  const { id, lastPayment } = subscription;
  if (lastPayment === null) return burstOf([], subscription, context);
  const { paymentId, amountMinor, currency } = lastPayment;
  const reversal = { paymentId, amountMinor, paymentAmountMinor: amountMinor, currency, subscriptionId: id };
  const at = { createdAt: context.now, environment: context.environment };
  const told = refund(at, 'succeeded', { ...reversal, reversalId: `sbx_re_${tailOf(paymentId)}` });
  return burstOf([told], { ...subscription, lastPayment: null }, context);
}
