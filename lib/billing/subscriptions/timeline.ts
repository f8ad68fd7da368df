import { and, eq } from 'drizzle-orm';
import { subscriptions } from '@/db/schema';
import type { BillingContext } from '../context';
import type { Instant } from '../events';
import { listAudits } from './audits';
import { listPeriods, type Period } from './periods';
import { type PeriodView, periodView, type TransitionView, transitionView } from './views';

/** The life of one subscription: what was paid for, where nothing was, and what happened when. */
export interface SubscriptionTimeline {
  subscriptionId: string;
  provider: string;
  providerSubscriptionId: string;
  /** The first and the last moment of it that are known. */
  from: Instant;
  until: Instant;
  trialEnd: Instant | null;
  endedAt: Instant | null;
  periods: PeriodView[];
  gaps: { start: Instant; end: Instant }[];
  transitions: TransitionView[];
}

/** Null for another team's subscription as for one that does not exist. */
export async function getTimeline(
  { database, settings, clock }: BillingContext,
  teamId: string,
  subscriptionId: string,
): Promise<SubscriptionTimeline | null> {
  const [subscription] = await database
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.id, subscriptionId), eq(subscriptions.teamId, teamId)));
  if (!subscription) return null;
  const [periods, audits] = await Promise.all([
    listPeriods(database, subscriptionId),
    listAudits(database, subscriptionId),
  ]);
  const { provider, providerSubscriptionId, trialEnd, endedAt, startedAt } = subscription;
  const moments = [
    ...periods.flatMap(({ periodStart, periodEnd }) => [periodStart, periodEnd]),
    ...audits.map(({ occurredAt }) => occurredAt),
    ...[startedAt, trialEnd, endedAt].filter((moment) => moment !== null),
  ].sort();
  const now = clock.now().toISOString().replace('Z', '000Z');
  return {
    ...{ subscriptionId, provider, providerSubscriptionId, trialEnd, endedAt },
    from: moments[0] ?? now,
    until: moments.at(-1) ?? now,
    periods: periods.map((period) => periodView(settings.catalog, period)),
    gaps: gapsOf(periods),
    // What is kept only to work out a period is no event in anybody's life.
    transitions: audits.filter(({ eventType }) => eventType !== 'period_told').map(transitionView),
  };
}

/** The time between periods that nothing was paid for. Pure. */
function gapsOf(
  periods: readonly Pick<Period, 'periodStart' | 'periodEnd' | 'supersededAt' | 'kind'>[],
): { start: Instant; end: Instant }[] {
  const counting = periods.filter(({ kind }) => kind !== 'after_end');
  return counting.flatMap(({ periodStart: end }, index) => {
    const ends = counting.slice(0, index).map(({ periodEnd, supersededAt }) => supersededAt ?? periodEnd);
    const start = ends.sort().at(-1);
    return start !== undefined && start < end ? [{ start, end }] : [];
  });
}
