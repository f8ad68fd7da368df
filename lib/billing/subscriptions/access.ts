import type { Catalog, Plan } from '../catalog';
import type { SubscriptionStatus } from '../events';

/** What access rests on. Times are ISO texts in UTC to the microsecond. */
export interface AccessBasis {
  status: SubscriptionStatus;
  /** The plan in use: see `planInUse`. */
  plan: string | null;
  /** The end of what was paid for. */
  currentPeriodEnd: string | null;
  trialEnd: string | null;
  cancelAt: string | null;
  cancelAtPeriodEnd: boolean;
  endedAt: string | null;
  /** When the first payment of this spell failed. */
  pastDueSince: string | null;
}

export type AccessLevel = 'full' | 'grace' | 'restricted' | 'none';

export type AccessReason =
  | 'paid'
  | 'trial'
  | 'renewal_on_its_way'
  | 'renewal_overdue'
  | 'payment_failed'
  | 'payment_failed_for_long'
  | 'unpaid'
  | 'paused'
  | 'canceled'
  | 'ended'
  | 'never_paid'
  | 'no_subscription';

export interface Access {
  plan: string | null;
  level: AccessLevel;
  /** When this level ends if nothing happens; null where nothing is scheduled. */
  until: string | null;
  reason: AccessReason;
}

/** Providers finalize a renewal an hour late, and banks can take days. */
export const renewalOverlapHours = 72;
/** How long a customer whose payment failed keeps everything. */
export const graceDays = 7;

export const noAccess: Access = { plan: null, level: 'none', until: null, reason: 'no_subscription' };

/**
 * What a team may use at a moment. Full while paid, in trial, or active within 72 hours after the paid period; grace
 * for seven days from the first failed payment; restricted while past due longer, unpaid or paused; none after the
 * end, when never paid, or incomplete. Pure.
 */
export function decideAccess(basis: AccessBasis, at: string): Access {
  const end = ending(basis);
  if (end !== null && at >= end.at) return { plan: basis.plan, level: 'none', until: null, reason: end.reason };
  const access = live(basis, at);
  if (end === null || access.level === 'none') return access;
  return access.until === null || end.at < access.until ? { ...access, until: end.at } : access;
}

/** What says which plan a subscription is on. Null: nothing does. */
export interface PlanTold {
  /** Of the paid period; null outside of one. */
  paid: string | null;
  /** That the newest paid change within the period led to. */
  upgraded: string | null;
  /** By the newest snapshot. */
  told: string | null;
}

/**
 * The largest plan that was paid for or is told: an upgrade counts at once, and a downgrade never before the paid period
 * ends. Pure.
 */
export function planInUse({ findItem }: Pick<Catalog, 'findItem'>, { paid, upgraded, told }: PlanTold): string | null {
  let inUse = paid;
  for (const plan of [upgraded, told])
    if (inUse === null || (plan !== null && sizeOf(findItem(plan)) > sizeOf(findItem(inUse)))) inUse = plan;
  return inUse;
}

/** By credits a month, then by price. */
function sizeOf(item: ReturnType<Catalog['findItem']>): number {
  if (item?.kind !== 'plan') return 0;
  return item.creditsPerMonth + monthlyMinor(item) / 1e12;
}

function monthlyMinor({ interval, amountMinor }: Plan): number {
  return interval === 'year' ? amountMinor / 12 : amountMinor;
}

/** The moment from which nothing can be used, whatever was paid. */
function ending(basis: AccessBasis): { at: string; reason: AccessReason } | null {
  if (basis.endedAt !== null) return { at: basis.endedAt, reason: 'ended' };
  if (basis.cancelAt !== null) return { at: basis.cancelAt, reason: 'canceled' };
  // The flag alone ends the subscription with what was paid, also when the provider's last word never comes.
  if (basis.cancelAtPeriodEnd) {
    const at = basis.currentPeriodEnd ?? basis.trialEnd;
    return at === null ? null : { at, reason: 'canceled' };
  }
  return null;
}

function live(basis: AccessBasis, at: string): Access {
  const { plan } = basis;
  const told = (level: AccessLevel, reason: AccessReason, until: string | null): Access => ({
    plan,
    level,
    until,
    reason,
  });
  switch (basis.status) {
    case 'paused':
      return told('restricted', 'paused', null);
    case 'unpaid':
      return told('restricted', 'unpaid', null);
    case 'canceled':
      return told('none', 'ended', null);
    case 'incomplete':
      return told('none', 'never_paid', null);
    case 'past_due': {
      const until = basis.pastDueSince === null ? null : hoursAfter(basis.pastDueSince, graceDays * 24);
      return until === null || at < until
        ? told('grace', 'payment_failed', until)
        : told('restricted', 'payment_failed_for_long', null);
    }
    case 'trialing':
      if (basis.trialEnd !== null && at < basis.trialEnd) return told('full', 'trial', basis.trialEnd);
      return paid();
    case 'active':
      return paid();
    default:
      return basis.status satisfies never;
  }

  function paid(): Access {
    const known = basis.currentPeriodEnd ?? basis.trialEnd;
    if (known === null) return told('none', 'never_paid', null);
    if (at < known) return told('full', 'paid', known);
    const overlap = hoursAfter(known, renewalOverlapHours);
    return at < overlap ? told('full', 'renewal_on_its_way', overlap) : told('restricted', 'renewal_overdue', null);
  }
}

/** The access of several subscriptions: the first one's, unless another that the team pays for gives more. */
export function bestAccess(accesses: readonly Access[]): Access {
  const [first = noAccess, ...others] = accesses;
  return others.reduce((best, access) => (ranks[access.level] > ranks[best.level] ? access : best), first);
}

const ranks: Record<AccessLevel, number> = { full: 3, grace: 2, restricted: 1, none: 0 };

/** Keeps the microseconds that a `Date` drops. */
export function hoursAfter(instant: string, hours: number): string {
  const [seconds = '', fraction = '000000Z'] = instant.split('.');
  return `${new Date(Date.parse(`${seconds}Z`) + hours * 3_600_000).toISOString().slice(0, 19)}.${fraction}`;
}
