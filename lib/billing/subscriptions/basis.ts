import type { Catalog } from '../catalog';
import { paidChange } from '../credits/plan-changes';
import type { Instant, SubscriptionStatus } from '../events';
import { type AccessBasis, planInUse } from './access';
import type { Audit } from './audits';
import type { Period } from './periods';
import type { Subscription } from './store';

/** What is recorded of a subscription. */
export interface Recorded {
  subscription: Subscription;
  periods: readonly Period[];
  audits: readonly Audit[];
}

/** What access rested on at a moment of the past, by the periods and transitions of that time. Null: it did not exist. */
export function basisAt(
  catalog: Catalog,
  { subscription, periods, audits }: Recorded,
  at: Instant,
): AccessBasis | null {
  const counting = periods.filter(({ kind, periodStart }) => kind !== 'after_end' && periodStart <= at);
  const created = audits.find(({ eventType }) => eventType === 'subscription_created');
  if (counting.length === 0 && created && created.occurredAt > at) return null;
  const then = <T>(eventType: Audit['eventType'], field: string, now: T): unknown =>
    valueAt(audits, { eventType, field, at, now });
  const status = readStatus(then('status_changed', 'status', subscription.status), subscription.status);
  const told = readText(then('plan_changed', 'plan', subscription.plan));
  return {
    status,
    plan: planInUse(catalog, { ...paidAt({ periods, audits }, at), told }),
    currentPeriodEnd: counting.map((period) => endOf(period, at)).reduce(latest, null),
    trialEnd: subscription.trialEnd,
    cancelAt: readText(then('cancellation_changed', 'cancelAt', subscription.cancelAt)),
    cancelAtPeriodEnd: then('cancellation_changed', 'cancelAtPeriodEnd', subscription.cancelAtPeriodEnd) === true,
    endedAt: subscription.endedAt,
    pastDueSince: status === 'past_due' ? failingSince(audits, at) : null,
  };
}

function paidAt({ periods, audits }: Pick<Recorded, 'periods' | 'audits'>, at: Instant) {
  const period = periodAt(periods, at);
  return { paid: period?.plan ?? null, upgraded: period && upgradedPlan(audits, period, at) };
}

/**
 * What the newest change within a period led to, if it was paid: one that gave money back left the plan of the period, and
 * one that came down to nothing moved nothing.
 */
function upgradedPlan(audits: readonly Audit[], { id }: Period, at: Instant): string | null {
  const changes = audits
    .filter(({ eventType, billingPeriodId }) => eventType === 'plan_change_paid' && billingPeriodId === id)
    .filter(({ occurredAt }) => occurredAt <= at)
    .map(({ after, details }) => ({ plan: readText(after?.plan), ...paidChange.parse(details) }));
  const newest = changes.findLast(({ plan, amountMinor }) => plan !== null || amountMinor < 0);
  return newest && (newest.allowance > 0 || newest.amountMinor > 0) ? newest.plan : null;
}

/** The paid period that counted at a moment. */
export function periodAt(periods: readonly Period[], at: Instant): Period | null {
  const isCounting = ({ kind, periodStart, periodEnd, supersededAt }: Period) =>
    kind !== 'after_end' && periodStart <= at && at < periodEnd && (supersededAt === null || at < supersededAt);
  return periods.filter(isCounting).at(-1) ?? null;
}

/** A replaced period lasted as planned until it was replaced. */
function endOf({ periodEnd, supersededAt }: Period, at: Instant): Instant {
  return supersededAt !== null && supersededAt <= at ? supersededAt : periodEnd;
}

function latest(held: Instant | null, end: Instant): Instant {
  return held !== null && held > end ? held : end;
}

interface Question {
  eventType: Audit['eventType'];
  field: string;
  at: Instant;
  /** As it is now: what it also was while nothing changed. */
  now: unknown;
}

function valueAt(audits: readonly Audit[], { eventType, field, at, now }: Question): unknown {
  const changes = audits.filter((audit) => audit.eventType === eventType);
  const last = changes.filter(({ occurredAt }) => occurredAt <= at).at(-1);
  if (last) return last.after?.[field];
  const next = changes[0];
  return next ? next.before?.[field] : now;
}

/** The first failure of the spell that was running. */
function failingSince(audits: readonly Audit[], at: Instant): Instant | null {
  const changes = audits.filter(({ eventType, occurredAt }) => eventType === 'status_changed' && occurredAt <= at);
  return changes.filter(({ after }) => after?.status === 'past_due').at(-1)?.occurredAt ?? null;
}

function readText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

const statuses: Record<SubscriptionStatus, true> = {
  incomplete: true,
  trialing: true,
  active: true,
  past_due: true,
  unpaid: true,
  paused: true,
  canceled: true,
};

function readStatus(value: unknown, otherwise: SubscriptionStatus): SubscriptionStatus {
  const isStatus = (text: unknown): text is SubscriptionStatus => typeof text === 'string' && text in statuses;
  return isStatus(value) ? value : otherwise;
}
