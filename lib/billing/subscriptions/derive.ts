import { addMonths } from '../credits/allowance-plan';
import type { Instant, PeriodPaid } from '../events';
import { endOf, type Recorded } from './period';

/** The end of a running period as a snapshot told it, and how many months a cycle of its plan may have. */
export interface ToldEnd {
  end: Instant;
  occurredAt: Instant;
  months: readonly number[];
}

export interface Basis<T extends ToldEnd> {
  reason: PeriodPaid['reason'];
  /** When the invoice was made: it says which cycle was paid for. */
  invoicedAt: Instant;
  startedAt: Instant | null;
  trialEnd: Instant | null;
  periods: readonly Recorded[];
  toldEnds: readonly T[];
  /** Something recorded explains why the invoice comes long after the period before it. */
  isGapExplained: boolean;
}

export type Derived<T extends ToldEnd> =
  /** `by` told the end; `before` is what was told last before the invoice, if anything was. */
  | { kind: 'derived'; start: Instant; end: Instant; by: T; before: T | null }
  | {
      kind: 'wait';
      code: 'subscription_has_no_current_period' | 'renewal_period_is_not_contiguous' | 'needs_provider_lookup';
    };

const nearMs = 3 * 86_400_000;

/**
 * The period of a provider that tells none. The first begins with the subscription; a later one at the recorded end
 * that its invoice was made at, give or take three days. Its end is what a snapshot told that is not older than the
 * invoice, as long as that is a cycle's length away, give or take three days. Pure.
 */
export function derivePeriod<T extends ToldEnd>(basis: Basis<T>): Derived<T> {
  const start = startOf(basis);
  if (start.kind === 'wait') return start;
  const isRecent = ({ occurredAt }: T) => basis.reason === 'start' || occurredAt >= basis.invoicedAt;
  const told = [...basis.toldEnds].sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1));
  const by = told.find(
    (each) => isRecent(each) && each.months.some((months) => isNear(each.end, addMonths(start.at, months))),
  );
  if (!by) return { kind: 'wait', code: 'needs_provider_lookup' };
  const before = told.findLast(({ occurredAt }) => occurredAt <= basis.invoicedAt) ?? null;
  return { kind: 'derived', start: start.at, end: by.end, by, before };
}

type Start = { kind: 'start'; at: Instant } | Exclude<Derived<ToldEnd>, { kind: 'derived' }>;

function startOf(basis: Basis<ToldEnd>): Start {
  const { reason, invoicedAt, startedAt, trialEnd, periods, isGapExplained } = basis;
  if (reason === 'start')
    return startedAt ? { kind: 'start', at: startedAt } : { kind: 'wait', code: 'needs_provider_lookup' };
  const ends = [...periods.map(endOf), ...(periods.length === 0 && trialEnd ? [trialEnd] : [])];
  const recorded = nearest(ends, invoicedAt);
  if (recorded) return { kind: 'start', at: recorded };
  if (ends.length === 0) return { kind: 'wait', code: 'subscription_has_no_current_period' };
  if (!isGapExplained || isWithin(basis)) return { kind: 'wait', code: 'renewal_period_is_not_contiguous' };
  // The cycles went on behind the gap: this one began when the snapshots said that the one before it would end.
  const told = basis.toldEnds.map(({ end }) => end);
  return { kind: 'start', at: nearest(told, invoicedAt) ?? invoicedAt };
}

/** Made inside of what is paid for already. Later cycles may have been told before it. */
function isWithin({ periods, trialEnd, invoicedAt }: Basis<ToldEnd>): boolean {
  if (periods.length === 0) return trialEnd !== null && trialEnd >= invoicedAt;
  return periods.some((period) => period.start <= invoicedAt && endOf(period) >= invoicedAt);
}

function nearest(ends: readonly Instant[], at: Instant): Instant | null {
  const near = ends.filter((end) => isNear(end, at));
  return near.sort((a, b) => distance(a, at) - distance(b, at))[0] ?? null;
}

function isNear(a: Instant, b: Instant): boolean {
  return distance(a, b) <= nearMs;
}

function distance(a: Instant, b: Instant): number {
  return Math.abs(Date.parse(a) - Date.parse(b));
}
