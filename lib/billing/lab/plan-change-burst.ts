import type { Plan } from '../catalog';
import { prorationPaid, subscriptionTold } from '../providers/sandbox/subscription-messages';
import { payCycle, paymentOf } from './pay-cycle';
import {
  type Burst,
  type BurstContext,
  burstOf,
  instantOf,
  invoiceIdOf,
  nextCycle,
  priceIdOf,
  type SandboxSubscription,
  sessionOf,
  standingOf,
} from './sandbox-subscription';

export interface PlanChange {
  plan: Plan;
  quantity: number;
}

/** What comes of a change: paid in proportion, a full new cycle at once, or no charge until the period ends. */
export type ChangeKind = 'proration' | 'replacement' | 'deferred';

/** A dearer plan of the same interval is paid in proportion, a longer interval in full, the rest later. Pure. */
export function decideChange(subscription: SandboxSubscription, before: Plan, change: PlanChange): ChangeKind {
  // A trial has nothing to charge for, and where a change already waits for the period's end, this one does too.
  if (subscription.cycle < 0) return 'deferred';
  if (before.interval === 'month' && change.plan.interval === 'year') return 'replacement';
  if (before.interval !== change.plan.interval) return 'deferred';
  const [old, next] = [before.amountMinor * subscription.quantity, change.plan.amountMinor * change.quantity];
  return next > old ? 'proration' : 'deferred';
}

/** Changes plan, quantity or both. `context.plan` is the plan before. Pure. */
export function planChange(subscription: SandboxSubscription, change: PlanChange, context: BurstContext): Burst {
  const changed = { ...subscription, item: change.plan.item, quantity: change.quantity };
  switch (decideChange(subscription, context.plan, change)) {
    case 'deferred':
      return defer(changed, change, context);
    case 'proration':
      return prorate({ before: subscription, changed, change }, context);
    case 'replacement':
      return replace({ before: subscription, changed, change }, context);
  }
}

/** The plan is told at once; what it costs falls due with the next cycle. Another interval counts from there. */
function defer(changed: SandboxSubscription, { plan }: PlanChange, context: BurstContext): Burst {
  const isOtherInterval = plan.interval !== context.plan.interval && changed.status !== 'trialing';
  const subscription = isOtherInterval ? { ...changed, anchor: changed.periodEnd, cycle: -1 } : changed;
  return burstOf([subscriptionTold('updated', standingOf(subscription))], subscription, context);
}

interface Changing {
  before: SandboxSubscription;
  changed: SandboxSubscription;
  change: PlanChange;
}

function prorate({ before, changed, change }: Changing, context: BurstContext): Burst {
  const subscription = { ...changed, invoices: changed.invoices + 1 };
  const { currency } = change.plan;
  const charged = remainingOf(change.plan.amountMinor * change.quantity, before, context.now);
  const credited = remainingOf(context.plan.amountMinor * before.quantity, before, context.now);
  const invoiceId = invoiceIdOf(subscription);
  const lines = [
    { providerPriceId: priceIdOf(before.item), quantity: before.quantity, amountMinor: -credited },
    { providerPriceId: priceIdOf(change.plan.item), quantity: change.quantity, amountMinor: charged },
  ];
  const told = [
    subscriptionTold('updated', standingOf(subscription)),
    prorationPaid(sessionOf(subscription), { invoiceId, currency, lines }),
  ];
  const lastPayment = paymentOf(invoiceId, charged - credited, currency);
  return burstOf(told, { ...subscription, lastPayment }, context);
}

/** The new cycle starts now; what is left of the old one is taken off its price. */
function replace({ before, changed, change }: Changing, context: BurstContext): Burst {
  const anchored = { ...changed, anchor: instantOf(context.now), cycle: -1, invoices: changed.invoices + 1 };
  const subscription = nextCycle(anchored, change.plan);
  const credited = remainingOf(context.plan.amountMinor * before.quantity, before, context.now);
  const discountMinor = Math.min(credited, change.plan.amountMinor * change.quantity);
  const { told: paid, lastPayment } = payCycle(subscription, change.plan, { reason: 'update', discountMinor });
  const told = [subscriptionTold('updated', standingOf(subscription)), paid];
  return burstOf(told, { ...subscription, lastPayment }, context);
}

/** The share of an amount that the rest of the period is worth, in whole minor units. */
function remainingOf(amountMinor: number, { periodStart, periodEnd }: SandboxSubscription, now: Date): number {
  const whole = Date.parse(periodEnd) - Date.parse(periodStart);
  const left = Math.min(Math.max(Date.parse(periodEnd) - now.getTime(), 0), whole);
  return Math.floor((amountMinor * left) / whole);
}
