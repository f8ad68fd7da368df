import { periodFailed, periodVoided, subscriptionTold } from '../providers/sandbox/subscription-messages';
import { payCycle } from './pay-cycle';
import {
  type Burst,
  type BurstContext,
  burstOf,
  instantOf,
  invoiceIdOf,
  later,
  nextCycle,
  periodOf,
  type SandboxSubscription,
  sessionOf,
  standingOf,
} from './sandbox-subscription';

const retryDays = 3;
/** How long the sandbox tries to collect before it gives up. */
const dunningDays = 14;

/**
 * Moves the sandbox's clock to the end of the period and does what falls due there: a renewal (told as the real ones
 * tell it, the new period before its payment), the end of a trial, a scheduled end, or in a pause a cycle that nobody
 * pays. Of a subscription that is past due it moves to the day on which the sandbox gives up. Pure.
 */
export function planAdvance(subscription: SandboxSubscription, context: BurstContext): Burst {
  const isOwing = subscription.status === 'past_due';
  const dueMs = isOwing ? later(context.now, dunningDays).getTime() : Date.parse(subscription.periodEnd);
  const now = new Date(Math.max(dueMs, context.now.getTime()));
  const clockAheadMs = subscription.clockAheadMs + now.getTime() - context.now.getTime();
  return comeDue({ ...subscription, clockAheadMs }, { ...context, now });
}

function comeDue(subscription: SandboxSubscription, context: BurstContext): Burst {
  if (subscription.status === 'past_due') return giveUp(subscription, context);
  if (subscription.cancelAtPeriodEnd) return end(subscription, context);
  if (subscription.status === 'paused') return skipCycle(subscription, context);
  return subscription.nextCard === 'accepted' ? renew(subscription, context) : failToRenew(subscription, context);
}

function renew(before: SandboxSubscription, context: BurstContext): Burst {
  const subscription = withNextInvoice(before, context);
  const { told: paid, lastPayment } = payCycle(subscription, context.plan, { reason: 'cycle' });
  const standing = standingOf(subscription);
  const after = subscriptionTold(before.status === 'trialing' ? 'active' : 'updated', standing);
  return burstOf([subscriptionTold('updated', standing), paid, after], { ...subscription, lastPayment }, context);
}

function failToRenew(before: SandboxSubscription, context: BurstContext): Burst {
  const subscription = withNextInvoice(before, context);
  const nextAttemptAt = instantOf(later(context.now, retryDays));
  const pastDue: SandboxSubscription = { ...subscription, status: 'past_due' };
  const told = [
    subscriptionTold('updated', standingOf(subscription)),
    periodFailed(sessionOf(subscription), { invoiceId: invoiceIdOf(subscription), attempt: 1, nextAttemptAt }),
    subscriptionTold('past_due', standingOf(pastDue)),
  ];
  return burstOf(told, pastDue, context);
}

function skipCycle(before: SandboxSubscription, context: BurstContext): Burst {
  const subscription: SandboxSubscription = { ...withNextInvoice(before, context), status: 'paused' };
  const voided = { invoiceId: invoiceIdOf(subscription), period: periodOf(subscription), reason: 'voided' } as const;
  const told = [subscriptionTold('updated', standingOf(subscription)), periodVoided(sessionOf(subscription), voided)];
  return burstOf(told, subscription, context);
}

function giveUp(before: SandboxSubscription, context: BurstContext): Burst {
  const subscription: SandboxSubscription = { ...before, status: 'canceled', endedAt: instantOf(context.now) };
  const invoice = { invoiceId: invoiceIdOf(before), period: periodOf(before), reason: 'uncollectible' } as const;
  const told = [periodVoided(sessionOf(subscription), invoice), subscriptionTold('canceled', standingOf(subscription))];
  return burstOf(told, subscription, context);
}

function end(before: SandboxSubscription, context: BurstContext): Burst {
  const subscription: SandboxSubscription = { ...before, status: 'canceled', endedAt: before.periodEnd };
  return burstOf([subscriptionTold('canceled', standingOf(subscription))], subscription, context);
}

function withNextInvoice(before: SandboxSubscription, { plan }: BurstContext): SandboxSubscription {
  return { ...nextCycle(before, plan), status: 'active', invoices: before.invoices + 1 };
}
