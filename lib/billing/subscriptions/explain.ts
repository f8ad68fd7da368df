import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import type { Instant } from '../events';
import { type Access, bestAccess, decideAccess, graceDays, hoursAfter, noAccess, renewalOverlapHours } from './access';
import { type Audit, listAudits } from './audits';
import { basisAt, periodAt, type Recorded } from './basis';
import { listPeriods, type Period } from './periods';
import { listSubscriptions } from './store';
import { type PeriodView, periodView, type TransitionView, transitionView } from './views';

/** A stretch of time with one access, and what it rested on. */
export interface AccessSpan {
  from: Instant;
  until: Instant;
  access: Access;
  because: {
    subscriptionId: string;
    provider: string;
    providerSubscriptionId: string;
    /** What had been paid for. */
    period: PeriodView | null;
    /** The newest transition of each kind until then. */
    transitions: TransitionView[];
  } | null;
}

/**
 * Why a team had access, or had none, on a day (`2026-09-20`, UTC): the stretches of the day, each with the paid period
 * and the transitions that it rested on. Throws `invalid_day`.
 */
export async function explainAccess(context: BillingContext, teamId: string, day: string): Promise<AccessSpan[]> {
  const start = Date.parse(`${day}T00:00:00Z`);
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || Number.isNaN(start)) throw BillingError.invalidDay(day);
  const recorded = await read(context, teamId);
  const from = `${day}T00:00:00.000000Z`;
  const until = new Date(start + 86_400_000).toISOString().replace('Z', '000Z');
  const cuts = recorded.flatMap(momentsOf).filter((moment) => moment > from && moment < until);
  const starts = [...new Set([from, ...cuts])].sort();
  const spans = starts.map((moment, index) => ({
    from: moment,
    until: starts[index + 1] ?? until,
    ...explain(context, recorded, moment),
  }));
  return spans.reduce<AccessSpan[]>(join, []);
}

/** Access at one moment of the past, and what it rested on. */
export async function explainMoment(
  context: BillingContext,
  teamId: string,
  at: Instant,
): Promise<Pick<AccessSpan, 'access' | 'because'>> {
  return explain(context, await read(context, teamId), at);
}

/** The current subscription first, as everywhere. */
async function read({ database }: BillingContext, teamId: string): Promise<Recorded[]> {
  const found = await listSubscriptions(database, teamId);
  const inOrder = [
    ...found.filter(({ isCurrent }) => isCurrent),
    ...found.filter(({ isCurrent }) => !isCurrent).reverse(),
  ];
  return Promise.all(
    inOrder.map(async (subscription) => ({
      subscription,
      periods: await listPeriods(database, subscription.id),
      audits: await listAudits(database, subscription.id),
    })),
  );
}

function explain(
  context: BillingContext,
  recorded: readonly Recorded[],
  at: Instant,
): Pick<AccessSpan, 'access' | 'because'> {
  const judged = recorded.map((one) => {
    const basis = basisAt(context.settings.catalog, one, at);
    return { one, access: basis ? decideAccess(basis, at) : noAccess };
  });
  const access = bestAccess(judged.map((each) => each.access));
  const one = judged.find((each) => each.access === access)?.one;
  return { access, because: one ? evidence(context, one, at) : null };
}

function evidence(context: BillingContext, { subscription, periods, audits }: Recorded, at: Instant) {
  const { id: subscriptionId, provider, providerSubscriptionId } = subscription;
  const period = periodAt(periods, at);
  const newest = new Map<string, Audit>();
  for (const audit of audits)
    if (audit.occurredAt <= at && isTelling(audit, period)) newest.set(audit.eventType, audit);
  const transitions = [...newest.values()].map(transitionView);
  return {
    ...{ subscriptionId, provider, providerSubscriptionId, transitions },
    period: period ? periodView(context.settings.catalog, period) : null,
  };
}

/** Of the payments only the one for the period itself is a reason. */
function isTelling({ eventType, billingPeriodId }: Audit, period: Period | null): boolean {
  return eventType === 'subscription_renewed' ? billingPeriodId === period?.id : eventType !== 'period_told';
}

/** Every moment at which access can have changed. */
function momentsOf({ subscription, periods, audits }: Recorded): Instant[] {
  const { trialEnd, cancelAt, endedAt } = subscription;
  const ends = [...periods.flatMap(({ periodEnd, supersededAt }) => [periodEnd, supersededAt]), trialEnd];
  const told = ends.filter((end) => end !== null);
  const happened = audits.map(({ occurredAt }) => occurredAt);
  return [
    ...periods.map(({ periodStart }) => periodStart),
    ...told,
    ...told.map((end) => hoursAfter(end, renewalOverlapHours)),
    ...happened,
    ...happened.map((moment) => hoursAfter(moment, graceDays * 24)),
    ...[cancelAt, endedAt].filter((end) => end !== null),
  ];
}

/**
 * Neighbours that say the same are one stretch. What lasted less than a second, between the messages of one payment,
 * explains nothing: the stretch before it lasts until it ends.
 */
function join(spans: AccessSpan[], span: AccessSpan): AccessSpan[] {
  const last = spans.at(-1);
  if (last && isMoment(span)) return [...spans.slice(0, -1), { ...last, until: span.until }];
  if (!last || !isSame(last, span)) return [...spans, span];
  return [...spans.slice(0, -1), { ...last, until: span.until, because: span.because }];
}

function isMoment({ from, until }: AccessSpan): boolean {
  return Date.parse(until) - Date.parse(from) < 1000;
}

function isSame(a: AccessSpan, b: AccessSpan): boolean {
  return (
    a.access.level === b.access.level &&
    a.access.plan === b.access.plan &&
    a.access.reason === b.access.reason &&
    a.because?.period?.periodId === b.because?.period?.periodId
  );
}
