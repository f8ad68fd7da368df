import { day, minute, monthsLater } from './calendar';
import type { Step } from './deeds';
import { plans } from './happenings';
import type { Life, Subscription } from './reference';

const retryAfter = 3 * day;
const attemptsAtMost = 4;

/** What the provider does by itself when the time has come: it ends, pauses, bills, or tries a payment again. */
export function tick(life: Life, { size }: Pick<Step, 'size'>): (() => void) | null {
  const next = life.next();
  if (next === null) return null;
  const { subscription, at } = next;
  const { status, cancelAt, pausesAt } = subscription.standing;
  if (status === 'past_due') return () => tryAgain(life, subscription, { at, size });
  if (status === 'paused') return () => skip(life, subscription, at);
  if (cancelAt !== null)
    return () => life.happen(subscription, { status: 'canceled', endedAt: at }, { kind: 'ended', at });
  if (pausesAt !== null)
    return () => life.happen(subscription, { status: 'paused', pausesAt: null }, { kind: 'paused', at });
  return () => renew(life, subscription, { at, fails: size > 6 });
}

/** The next cycle, whether or not it is paid. */
function cycleAfter({ anchor, standing }: Subscription): { start: number; end: number } {
  const start = standing.end;
  const step = plans[standing.plan].months;
  let months = step;
  while (monthsLater(anchor, months) <= start) months += step;
  return { start, end: monthsLater(anchor, months) };
}

function renew(life: Life, subscription: Subscription, { at, fails }: { at: number; fails: boolean }): void {
  const cycle = cycleAfter(subscription);
  const kind = subscription.standing.status === 'trialing' ? 'converted' : 'renewed';
  const invoice = life.bill(subscription, { ...cycle, at, paidAfter: life.habits.renewsAfter });
  if (!fails) {
    life.pay(subscription, invoice);
    life.happen(subscription, { status: 'active', ...cycle }, { kind, at, invoice });
    return;
  }
  subscription.open = invoice;
  subscription.triedAgainAt = at + retryAfter;
  life.happen(subscription, { status: 'past_due', ...cycle }, { kind: 'failed', at, invoice });
}

function tryAgain(life: Life, subscription: Subscription, { at, size }: { at: number; size: number }): void {
  const attempts = (subscription.open?.attempts ?? 0) + 1;
  if (subscription.open === null) throw new Error('Nothing is to be paid.');
  const invoice = { ...subscription.open, attempts, paidAt: at + 2000 };
  if (size < 5) {
    life.pay(subscription, invoice);
    life.happen(subscription, { status: 'active' }, { kind: 'recovered', at, invoice });
  } else if (size < 7 && attempts < attemptsAtMost) {
    subscription.open = invoice;
    subscription.triedAgainAt = at + retryAfter;
    life.happen(subscription, {}, { kind: 'failed_again', at, invoice });
  } else {
    giveUp(life, subscription, { at, ends: size === 9 || life.habits.voids === 'ends' });
  }
}

/** Nobody will pay the invoice: the subscription goes on without that cycle, or ends. */
function giveUp(life: Life, subscription: Subscription, { at, ends }: { at: number; ends: boolean }): void {
  const { open: invoice } = subscription;
  if (invoice === null) return;
  subscription.open = null;
  const stays = ends ? {} : { status: 'active' as const };
  life.happen(subscription, stays, { kind: 'voided', at, invoice });
  const endedAt = at + minute;
  if (ends) life.happen(subscription, { status: 'canceled', endedAt }, { kind: 'ended', at: endedAt });
}

/** A cycle of a paused collection. */
function skip(life: Life, subscription: Subscription, at: number): void {
  const cycle = cycleAfter(subscription);
  if (!life.habits.tellsSkipped) {
    Object.assign(subscription.standing, cycle);
    life.now = Math.max(life.now, at);
    return;
  }
  const invoice = life.bill(subscription, { ...cycle, at, paidAfter: 0 });
  life.happen(subscription, cycle, { kind: 'skipped', at, invoice });
}
