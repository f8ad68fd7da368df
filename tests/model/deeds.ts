import { day, hour, monthsLater } from './calendar';
import type { Paid } from './credits';
import { type Invoice, type PlanName, plans, type Standing } from './happenings';
import type { Life, Subscription } from './reference';
import { repay } from './repayments';
import { tick } from './ticks';

/** What somebody does, or the provider by itself. The numbers choose among what is possible. */
export interface Step {
  kind: keyof typeof deeds;
  who: number;
  /** Tenths of the time until the provider does something by itself. */
  when: number;
  size: number;
}

/** What a step does now; null where it is not possible. */
export type Deed = (life: Life, step: Step) => (() => void) | null;

export const deeds = {
  tick,
  start,
  change,
  waver,
  yearly,
  pause,
  resume,
  cancel,
  keep,
  end,
  ...repay,
} satisfies Record<string, Deed>;

const trial = 14 * day;
const sold: readonly PlanName[] = ['pro_monthly', 'business_monthly', 'pro_monthly', 'pro_yearly'];

function start(life: Life, { when, size }: Step) {
  const at = life.moment(when);
  if (at === null || life.live().length > 1 || life.subscriptions.length > 3) return null;
  return () => {
    const plan = sold[size % sold.length] ?? 'pro_monthly';
    const hasTrial = size > 6;
    const cycle = { start: at, end: hasTrial ? at + trial : monthsLater(at, plans[plan].months) };
    const standing: Standing = {
      ...cycle,
      status: hasTrial ? 'trialing' : 'active',
      plan,
      quantity: 1 + (size % 2),
      startedAt: at,
      trialEnd: hasTrial ? cycle.end : null,
      ...{ cancelAt: null, pausesAt: null, endedAt: null },
    };
    const isTaxed = size % 3 === 0;
    const nothing = { open: null, triedAgainAt: 0, isCurrent: false };
    const subscription: Subscription = {
      id: life.id(),
      standing,
      anchor: hasTrial ? cycle.end : at,
      isTaxed,
      ...nothing,
    };
    const invoice = life.bill(subscription, { ...cycle, at, paidAfter: 2 });
    life.begin(subscription);
    if (!hasTrial) life.pay(subscription, invoice);
    life.happen(subscription, {}, { kind: hasTrial ? 'trial_started' : 'started', at, invoice });
  };
}

/** Another plan of the same interval, or more or fewer seats, for the rest of the period. */
function change(life: Life, { who, when, size }: Step) {
  const running = findRunning(life, who, when);
  if (running === null) return null;
  const { subscription, at } = running;
  const monthly = size < 5 ? 'pro_monthly' : 'business_monthly';
  const plan = subscription.standing.plan === 'pro_yearly' ? 'pro_yearly' : monthly;
  const quantity = 1 + (size % 3);
  const invoice = settleRest(life, running, { plan, quantity, full: null });
  if (invoice.net === 0) return null;
  return () => life.happen(subscription, { plan, quantity }, { kind: 'changed', at, invoice });
}

/** Down and up again within an hour: it is paid for, and adds nothing. */
function waver(life: Life, { who, when }: Step) {
  const running = findRunning(life, who, when);
  if (running === null || !life.habits.namesPlans) return null;
  const { subscription, at } = running;
  const { plan, quantity, end } = subscription.standing;
  const down = { plan: plan === 'pro_yearly' ? plan : ('pro_monthly' as const), quantity: 1 };
  const less = settleRest(life, running, { ...down, full: null });
  if (less.net >= 0 || at + hour >= end) return null;
  return () => {
    life.happen(subscription, down, { kind: 'changed', at, invoice: less });
    const again = { ...running, at: at + hour };
    const invoice = settleRest(life, again, { plan, quantity, full: null });
    life.happen(subscription, { plan, quantity }, { kind: 'changed', at: again.at, invoice });
  };
}

/** From a month to a year: a whole cycle from now on, in the middle of another. */
function yearly(life: Life, { who, when }: Step) {
  const running = findRunning(life, who, when);
  if (running === null || !life.habits.changesInterval || running.subscription.standing.plan === 'pro_yearly')
    return null;
  const { subscription, paid, at } = running;
  const { quantity, cancelAt } = subscription.standing;
  if (cancelAt !== null) return null;
  return () => {
    const cycle = { start: at, end: monthsLater(at, plans.pro_yearly.months) };
    const invoice = settleRest(life, running, { plan: 'pro_yearly', quantity, full: cycle });
    paid.supersededAt = at;
    subscription.anchor = at;
    life.pay(subscription, invoice);
    life.happen(subscription, { ...cycle, plan: 'pro_yearly' }, { kind: 'replaced', at, invoice });
  };
}

interface Running {
  subscription: Subscription;
  paid: Paid;
  at: number;
}

/** A subscription in the middle of what it was paid for, with nothing scheduled that would contradict a change. */
function findRunning(life: Life, who: number, when: number): Running | null {
  const subscription = choose(life.live(), who);
  const at = life.moment(when);
  if (!subscription || at === null) return null;
  const { status, pausesAt } = subscription.standing;
  const paid = life.paidAt(subscription.id, at);
  // The rest of a period's last days is worth nothing in whole dollars.
  const isRunning = status === 'active' && pausesAt === null && paid && paid.end - at > 3 * day;
  return isRunning ? { subscription, paid, at } : null;
}

/** What the rest of the period costs more, or the full new cycle less what is left of the old one. In whole dollars. */
function settleRest(
  life: Life,
  { subscription, at }: Running,
  to: { plan: PlanName; quantity: number; full: { start: number; end: number } | null },
): Invoice {
  const { start, end, plan, quantity } = subscription.standing;
  const rest = (net: number) => Math.round((net * (end - at)) / (end - start) / 100) * 100;
  const credited = rest(plans[plan].net * quantity);
  const charged = plans[to.plan].net * to.quantity;
  const net = (to.full ? charged : rest(charged)) - credited;
  const invoice = life.bill(subscription, { ...(to.full ?? { start: at, end }), at, paidAfter: 2 });
  return { ...invoice, plan: to.plan, quantity: to.quantity, net, tax: subscription.isTaxed ? net / 5 : 0, credited };
}

function pause(life: Life, { who, when }: Step) {
  const subscription = choose(life.live(), who);
  const at = life.moment(when);
  if (!subscription || at === null) return null;
  const { status, cancelAt, pausesAt, end } = subscription.standing;
  if (status !== 'active' || cancelAt !== null || pausesAt !== null) return null;
  return life.habits.pause === 'skips'
    ? () => life.happen(subscription, { status: 'paused' }, { kind: 'paused', at })
    : () => life.happen(subscription, { pausesAt: end }, { kind: 'pause_scheduled', at });
}

function resume(life: Life, { who, when }: Step) {
  const subscription = choose(life.live(), who);
  const at = life.moment(when);
  if (!subscription || at === null) return null;
  const { status, pausesAt, plan } = subscription.standing;
  if (pausesAt !== null) return () => life.happen(subscription, { pausesAt: null }, { kind: 'pause_removed', at });
  if (status !== 'paused') return null;
  if (life.habits.pause === 'skips')
    return () => life.happen(subscription, { status: 'active' }, { kind: 'unpaused', at });
  return () => {
    const cycle = { start: at, end: monthsLater(at, plans[plan].months) };
    const invoice = life.bill(subscription, { ...cycle, at, paidAfter: 2 });
    subscription.anchor = at;
    life.pay(subscription, invoice);
    life.happen(subscription, { status: 'active', ...cycle }, { kind: 'resumed', at, invoice });
  };
}

function cancel(life: Life, { who, when }: Step) {
  const subscription = choose(life.live(), who);
  const at = life.moment(when);
  if (!subscription || at === null) return null;
  const { status, cancelAt, pausesAt, end } = subscription.standing;
  if ((status !== 'active' && status !== 'trialing') || cancelAt !== null || pausesAt !== null) return null;
  return () => life.happen(subscription, { cancelAt: end }, { kind: 'cancel_scheduled', at });
}

/** Takes a cancellation back. */
function keep(life: Life, { who, when }: Step) {
  const subscription = choose(life.live(), who);
  const at = life.moment(when);
  if (!subscription || at === null || subscription.standing.cancelAt === null) return null;
  return () => life.happen(subscription, { cancelAt: null }, { kind: 'cancel_removed', at });
}

function end(life: Life, { who, when }: Step) {
  const subscription = choose(life.live(), who);
  const at = life.moment(when);
  if (!subscription || at === null) return null;
  return () => life.happen(subscription, { status: 'canceled', endedAt: at }, { kind: 'ended', at });
}

function choose<T>(all: readonly T[], which: number): T | null {
  return all[which % Math.max(all.length, 1)] ?? null;
}
