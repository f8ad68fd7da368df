import { tailOf } from '../providers/sandbox/messages';
import { checkoutCompleted, subscriptionTold } from '../providers/sandbox/subscription-messages';
import { payCycle } from './pay-cycle';
import {
  type Burst,
  type BurstContext,
  burstOf,
  instantOf,
  later,
  nextCycle,
  type SandboxSubscription,
  sessionOf,
  standingOf,
} from './sandbox-subscription';

export const trialDays = 14;

/** What was chosen on the hosted page. */
export interface Subscribing {
  teamId: string;
  /** Our intent. */
  checkoutId: string;
  sessionId: string;
  item: string;
  quantity: number;
  withTrial: boolean;
  /** The first period for nothing. */
  isFree: boolean;
}

/**
 * A hosted session ends in a subscription: created incomplete, its first period paid, then active; or created in a
 * trial, which is no paid period. That the session led to it is told last, as Stripe often does. Pure.
 */
export function planSubscribe(subscribing: Subscribing, context: BurstContext): Burst {
  return subscribing.withTrial ? startTrial(subscribing, context) : startPaid(subscribing, context);
}

function startPaid(subscribing: Subscribing, context: BurstContext): Burst {
  const { now, plan } = context;
  const started = { ...newSubscription(subscribing, now), status: 'active' as const, invoices: 1 };
  const subscription = nextCycle(started, plan);
  const discountMinor = subscribing.isFree ? plan.amountMinor * subscription.quantity : 0;
  const { told: paid, lastPayment } = payCycle(subscription, plan, { reason: 'start', discountMinor });
  const told = [
    subscriptionTold('created', standingOf(subscription, { status: 'incomplete' })),
    paid,
    subscriptionTold('active', standingOf(subscription)),
    checkoutCompleted(sessionOf(subscription)),
  ];
  return burstOf(told, { ...subscription, lastPayment }, context);
}

/** The cycles are counted from the trial's end. */
function startTrial(subscribing: Subscribing, context: BurstContext): Burst {
  const { now } = context;
  const trialEnd = instantOf(later(now, trialDays));
  const started = newSubscription(subscribing, now);
  const subscription = { ...started, anchor: trialEnd, trialEnd, periodEnd: trialEnd };
  const told = [subscriptionTold('created', standingOf(subscription)), checkoutCompleted(sessionOf(subscription))];
  return burstOf(told, subscription, context);
}

/** Of its session's name, so that a session that is paid by two clicks is one subscription. */
function newSubscription(subscribing: Subscribing, now: Date): SandboxSubscription {
  const { teamId, checkoutId, sessionId, item, quantity } = subscribing;
  const startedAt = instantOf(now);
  return {
    ...{ id: `sbx_sub_${tailOf(sessionId)}`, teamId, checkoutId, sessionId, item, quantity },
    status: 'trialing',
    startedAt,
    periodStart: startedAt,
    periodEnd: startedAt,
    anchor: startedAt,
    cycle: -1,
    trialEnd: null,
    cancelAtPeriodEnd: false,
    endedAt: null,
    nextCard: 'accepted',
    invoices: 0,
    lastPayment: null,
    seq: 0,
    clockAheadMs: 0,
  };
}
