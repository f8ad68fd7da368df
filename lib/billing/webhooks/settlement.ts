import type { billingWebhookEvents } from '@/db/schema';
import type { Failure } from './failure';
import type { CaseFinding, MissingCode, Outcome } from './outcome';

type Row = typeof billingWebhookEvents.$inferInsert;

/** What an attempt leaves in the inbox row. */
export interface Settlement {
  state: NonNullable<Row['state']>;
  outcome: string;
  details: Record<string, unknown> | null;
  waitingFor: readonly string[] | null;
  nextAttemptAt: Date | null;
  errorCategory: 'temporary' | 'missing' | 'invalid' | 'bug' | null;
  errorCode: string | null;
  errorMessage: string | null;
  retrySafe: boolean;
  teamId: string | null;
  /** The subscription that it is about, where that is known. */
  subscriptionId: string | null;
  settledAt: Date | null;
  cases: readonly CaseFinding[];
}

export interface Attempted {
  receivedAt: Date;
  /** Attempts before this one. */
  attempts: number;
  now: Date;
  /** What a case is about when the outcome names nothing itself. */
  subject: string;
  /** From 0 to 1: how much earlier than planned the next attempt is, so that not all come at once. */
  jitter: number;
}

const minute = 60_000;
const hour = 60 * minute;

/** How long an event may wait for what it lacks before a person has to look. Milliseconds. */
const waitingDeadlines: Record<MissingCode, number> = {
  unknown_team: 10 * minute,
  needs_provider_lookup: hour,
  subscription_has_no_current_period: hour,
  renewal_period_is_not_contiguous: hour,
  unknown_payment: 96 * hour,
};
const retryingDeadline = 24 * hour;

/** How an attempt ends in the inbox. Pure. */
export function decideSettlement(result: Outcome | Failure, attempted: Attempted): Settlement {
  const base = blank(attempted.now);
  switch (result.kind) {
    case 'applied':
      return {
        ...base,
        state: 'applied',
        outcome: 'applied',
        ...about(result),
        cases: result.cases,
      };
    case 'duplicate':
      return { ...base, state: 'applied', outcome: 'duplicate', ...about(result) };
    case 'stale':
      return { ...base, state: 'stale', outcome: 'stale', ...about(result) };
    case 'ignored':
      return { ...base, state: 'ignored', outcome: 'ignored', details: { reason: result.reason } };
    case 'parked':
      return park(base, { ...result, code: result.finding.kind, category: 'invalid', retrySafe: true });
    case 'waiting':
      return wait(result, attempted);
    case 'failure':
      return retry(result, attempted);
    default:
      return result satisfies never;
  }
}

type Told = Extract<Outcome, { kind: 'applied' | 'duplicate' | 'stale' }>;

function about({ teamId, details }: Told): Pick<Settlement, 'teamId' | 'details' | 'subscriptionId'> {
  const subscriptionId = 'subscriptionId' in details ? details.subscriptionId : null;
  return { teamId, details, subscriptionId: typeof subscriptionId === 'string' ? subscriptionId : null };
}

function wait(result: Extract<Outcome, { kind: 'waiting' }>, attempted: Attempted): Settlement {
  const base = { ...blank(attempted.now), waitingFor: result.waitingFor };
  const finding = {
    kind: result.code,
    subject: attempted.subject,
    local: result.values?.local ?? null,
    remote: { ...result.values?.remote, waitingFor: result.waitingFor },
  };
  const nextAttemptAt = nextAttempt(attempted, waitingDeadlines[result.code]);
  if (!nextAttemptAt)
    return park(base, { finding, teamId: null, code: result.code, category: 'missing', retrySafe: true });
  return {
    ...base,
    state: 'waiting',
    outcome: 'waiting',
    errorCategory: 'missing',
    errorCode: result.code,
    nextAttemptAt,
    settledAt: null,
  };
}

function retry(failure: Failure, attempted: Attempted): Settlement {
  const teamId = failure.teamId ?? null;
  const base = { ...blank(attempted.now), errorMessage: failure.message, teamId };
  const finding = {
    kind: 'retries_exhausted' as const,
    subject: attempted.subject,
    local: null,
    remote: { code: failure.code },
  };
  const isFinal = failure.parks === 'at_once' || (failure.parks === 'second_time' && attempted.attempts > 0);
  const nextAttemptAt = isFinal ? null : nextAttempt(attempted, retryingDeadline);
  if (!nextAttemptAt) {
    const kind = parkedKinds[failure.parks];
    return park(base, {
      finding: { ...finding, kind },
      teamId,
      code: failure.code,
      category: failure.category,
      retrySafe: true,
    });
  }
  return {
    ...base,
    state: 'retrying',
    outcome: 'retrying',
    errorCategory: failure.category,
    errorCode: failure.code,
    nextAttemptAt,
    settledAt: null,
  };
}

const parkedKinds = {
  at_deadline: 'retries_exhausted',
  at_once: 'unreadable_payload',
  second_time: 'constraint_violated',
} as const;

/** The kinds of case under which an event with this code may have been parked. */
export function parkingKinds(errorCode: string | null): string[] {
  return [...(errorCode === null ? [] : [errorCode]), ...Object.values(parkedKinds)];
}

interface Parking {
  finding: CaseFinding;
  teamId: string | null;
  code: string;
  category: 'temporary' | 'missing' | 'invalid' | 'bug';
  retrySafe: boolean;
}

function park(base: Settlement, { finding, teamId, code, category, retrySafe }: Parking): Settlement {
  const parked = { state: 'parked', outcome: 'parked', errorCategory: category, errorCode: code } as const;
  return { ...base, ...parked, teamId, retrySafe, nextAttemptAt: null, settledAt: null, cases: [finding] };
}

/**
 * Doubles from two seconds, at most a sixteenth of the deadline apart, the last time at the deadline itself. Null
 * when that has passed. Jitter takes off up to a quarter.
 */
function nextAttempt({ receivedAt, attempts, now, jitter }: Attempted, deadline: number): Date | null {
  const endsAt = receivedAt.getTime() + deadline;
  if (now.getTime() >= endsAt) return null;
  const delay = Math.min(2000 * 2 ** Math.min(attempts, 30), deadline / 16);
  return new Date(Math.min(now.getTime() + Math.round(delay * (1 - jitter / 4)), endsAt));
}

function blank(now: Date): Settlement {
  return {
    state: 'applied',
    outcome: 'applied',
    details: null,
    waitingFor: null,
    nextAttemptAt: null,
    errorCategory: null,
    errorCode: null,
    errorMessage: null,
    retrySafe: true,
    teamId: null,
    subscriptionId: null,
    settledAt: now,
    cases: [],
  };
}
