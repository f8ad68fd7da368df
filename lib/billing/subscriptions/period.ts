import type { Instant, PeriodPaid } from '../events';

/** A period that was recorded, as the next one sees it. */
export interface Recorded {
  id: string;
  start: Instant;
  end: Instant;
  supersededAt: Instant | null;
  isReplacement: boolean;
  /** Paid after the subscription's end: it takes its range, and nothing joins it. */
  isAfterEnd: boolean;
}

/** Something recorded that explains why nothing was paid for a while: at one time, or over a range. */
export interface Explanation {
  reason: 'paused' | 'unpaid' | 'voided' | 'uncollectible' | 'not_billed' | 'trial';
  from: Instant;
  to: Instant;
}

/** What is known of a subscription when a paid period is judged. */
export interface Known {
  /** In the order of their time. */
  periods: readonly Recorded[];
  trialEnd: Instant | null;
  explanations: readonly Explanation[];
}

export interface ToldPeriod {
  reason: PeriodPaid['reason'];
  start: Instant;
  end: Instant;
  recovered: boolean;
}

export type PeriodKind = 'first' | 'trial_conversion' | 'renewal' | 'recovery' | 'resumption' | 'replacement';

export type PeriodDecision =
  | {
      kind: 'record';
      as: PeriodKind;
      explanation: Explanation['reason'] | null;
      /** The period that this one follows, or takes over from. */
      predecessorId: string | null;
      /** Superseded by this one at its start. */
      supersedesId: string | null;
      /** Another one that is recorded already takes over from this one then. */
      supersededAt: Instant | null;
      /** Nothing later is recorded. */
      isNewest: boolean;
    }
  | { kind: 'wait'; code: 'subscription_has_no_current_period' | 'renewal_period_is_not_contiguous' }
  | { kind: 'fault'; code: 'invalid_provider_billing_period' }
  | { kind: 'fault'; code: 'period_range_conflict'; periodId: string };

/**
 * What a paid period is: how it joins the periods that are recorded. Pure, and by the facts alone: the status that is
 * held says nothing. Dates are never made to fit: what does not join waits.
 */
export function decidePeriod(known: Known, told: ToldPeriod): PeriodDecision {
  if (told.end <= told.start) return { kind: 'fault', code: 'invalid_provider_billing_period' };
  const taken = known.periods.find((period) => sharesRange(period, told));
  if (taken) return { kind: 'fault', code: 'period_range_conflict', periodId: taken.id };
  const chain = { ...known, periods: known.periods.filter(({ isAfterEnd }) => !isAfterEnd) };
  if (told.reason === 'update') return decideReplacement(chain, told);
  if (chain.periods.length === 0) return decideBeginning(chain, told);
  return decideCycle(chain, told);
}

/** The cycle was paid already; a full cycle inside an update may well end where the one that it replaces ended. */
function sharesRange(period: Recorded, told: ToldPeriod): boolean {
  return period.end === told.end && (period.start === told.start || told.reason !== 'update');
}

/** What a trial led to may never have been paid: then the first paid cycle is a later one, as behind any gap. */
function decideBeginning(known: Known, told: ToldPeriod): PeriodDecision {
  const { trialEnd } = known;
  if (told.reason === 'start') return record('first', {});
  if (trialEnd !== null && told.start === trialEnd) return record('trial_conversion', {});
  const explanation = trialEnd !== null && trialEnd < told.start ? explain(known, { from: trialEnd, told }) : null;
  if (explanation !== null) return record('resumption', { explanation });
  return { kind: 'wait', code: 'subscription_has_no_current_period' };
}

/** Exactly at the end of one that is recorded, in front of whatever is recorded after it. */
function decideCycle(known: Known, told: ToldPeriod): PeriodDecision {
  const before = known.periods.filter(({ start }) => start < told.start);
  const next = known.periods.find(({ start }) => start >= told.start);
  const last = before.reduce<Recorded | null>(
    (latest, one) => (latest && endOf(latest) > endOf(one) ? latest : one),
    null,
  );
  const fits = (!last || endOf(last) <= told.start) && (!next || told.end <= next.start);
  const place = { predecessorId: last?.id ?? null, isNewest: !next };
  if (!fits) return { kind: 'wait', code: 'renewal_period_is_not_contiguous' };
  if (!last && told.reason === 'start') return record('first', place);
  if (last && endOf(last) === told.start) return record(told.recovered ? 'recovery' : 'renewal', place);
  const explanation = last && explain(known, { from: endOf(last), told });
  if (!explanation) return { kind: 'wait', code: 'renewal_period_is_not_contiguous' };
  return record('resumption', { ...place, explanation });
}

/** A full cycle in the middle of another: that one ends where this one starts. */
function decideReplacement(known: Known, told: ToldPeriod): PeriodDecision {
  const replaced = known.periods.find((period) => period.start < told.start && told.start < endOf(period));
  const follower = known.periods.find(
    ({ start, isReplacement }) => isReplacement && told.start < start && start < told.end,
  );
  const isNewest = !known.periods.some(({ start }) => start > told.start);
  const supersededAt = follower?.start ?? null;
  if (replaced) {
    const supersedesId = replaced.id;
    return record('replacement', { predecessorId: replaced.id, supersedesId, supersededAt, isNewest });
  }
  const ended = known.periods.find((period) => endOf(period) === told.start);
  if (ended) return record('replacement', { predecessorId: ended.id, supersededAt, isNewest });
  if (known.periods.length > 0) return { kind: 'wait', code: 'renewal_period_is_not_contiguous' };
  // A change of plan that ends a trial is the first thing that is paid for.
  if (known.trialEnd !== null && told.start <= known.trialEnd) return record('trial_conversion', {});
  return { kind: 'wait', code: 'subscription_has_no_current_period' };
}

/** Pauses begin in the cycle before the gap at the earliest; a trial, in the middle of a life, ends where it starts. */
function explain(
  { explanations, trialEnd }: Known,
  { from, told }: { from: Instant; told: ToldPeriod },
): Explanation['reason'] | null {
  if (trialEnd === told.start) return 'trial';
  const earliest = minusLength(from, told);
  const found = explanations.find((one) =>
    one.from === one.to ? one.from >= earliest && one.from <= told.start : one.from < told.start && one.to > from,
  );
  return found?.reason ?? null;
}

/** When it really ended: another one may have taken over. */
export function endOf({ end, supersededAt }: Pick<Recorded, 'end' | 'supersededAt'>): Instant {
  return supersededAt !== null && supersededAt < end ? supersededAt : end;
}

/** A whole cycle before a time, by the length of the told one. Only for comparing, so milliseconds do. */
function minusLength(at: Instant, { start, end }: ToldPeriod): Instant {
  const length = Date.parse(end) - Date.parse(start);
  return new Date(Date.parse(at) - length).toISOString().replace('Z', '000Z');
}

type Place = Partial<Omit<Extract<PeriodDecision, { kind: 'record' }>, 'kind' | 'as'>>;

function record(as: PeriodKind, place: Place): PeriodDecision {
  const nothing = { explanation: null, predecessorId: null, supersedesId: null, supersededAt: null, isNewest: true };
  return { kind: 'record', as, ...nothing, ...place };
}
