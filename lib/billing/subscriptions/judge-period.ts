import type { Transaction } from '@/db/client';
import type { PeriodPaid, Period as Range } from '../events';
import { type Applying, keys, type MissingCode, type Outcome } from '../webhooks/outcome';
import { askedEnds } from './asked';
import { derivePeriod } from './derive';
import { type History, readHistory } from './history';
import { subjectOf } from './open';
import { decidePeriod, type PeriodDecision } from './period';
import { findPlan, type PlanFound } from './plan';
import type { Subscription } from './store';

/** A paid period that may be recorded. */
export interface Judged {
  kind: 'judged';
  range: Range;
  source: 'provider' | 'derived';
  paidFor: Exclude<PlanFound, { kind: 'ambiguous' }>;
  decision: Extract<PeriodDecision, { kind: 'record' }>;
  history: History;
}

/** Providers that tell neither the period nor the price of an invoice: their subscriptions tell both. */
const tellsNoPeriod: ReadonlySet<string> = new Set(['lemonsqueezy']);

/** What was paid for and for which time, or why it cannot be recorded now. */
export async function judgePeriod(
  tx: Transaction,
  applying: Applying,
  { event, subscription }: { event: PeriodPaid; subscription: Subscription },
): Promise<Judged | Outcome> {
  const about = { applying, event, subscription };
  const history = await readHistory(tx, applying, subscription);
  const told = event.period === null ? derive(about, history) : read(about, event.period);
  if (told.kind !== 'told') return told;
  const { range, paidFor, source } = told;
  if (paidFor.kind === 'ambiguous') return ambiguous(about, paidFor.plans);
  const { reason, recovered } = event;
  const decision = decidePeriod(
    { periods: history.recorded, trialEnd: subscription.trialEnd, explanations: history.explanations },
    { reason, recovered, ...range },
  );
  const judged = { kind: 'judged', range, source, paidFor, history } as const;
  if (decision.kind === 'record') return { ...judged, decision };
  if (decision.kind === 'wait' && isAfterEnd(event, subscription)) return { ...judged, decision: afterEnd };
  if (decision.kind === 'wait') return wait(about, decision.code, range);
  return refuse(about, decision, range);
}

/** A fact is judged by its own time: what was paid before the end counts, whenever it is told. */
export function isAfterEnd({ paidAt }: PeriodPaid, { endedAt }: Subscription): boolean {
  return endedAt !== null && paidAt > endedAt;
}

/** What moves nothing need not join anything. */
const afterEnd: Judged['decision'] = {
  kind: 'record',
  as: 'renewal',
  explanation: null,
  predecessorId: null,
  supersedesId: null,
  supersededAt: null,
  isNewest: false,
};

interface About {
  applying: Applying;
  event: PeriodPaid;
  subscription: Subscription;
}

type ToldPeriod = { kind: 'told'; range: Range; source: Judged['source']; paidFor: PlanFound };

/** The plan's own period, where the lines have periods of their own. */
function read(about: About, period: Range): ToldPeriod | Outcome {
  const { catalog, provider } = about.applying;
  if (about.event.lines === null) return wait(about, 'needs_provider_lookup', period);
  const paidFor = findPlan(catalog, provider, about.event.lines);
  const range = (paidFor.kind === 'plan' ? paidFor.period : null) ?? period;
  return { kind: 'told', range, source: 'provider', paidFor };
}

function derive(about: About, history: History): ToldPeriod | Outcome {
  const { applying, event, subscription } = about;
  if (!tellsNoPeriod.has(applying.provider)) return wait(about, 'needs_provider_lookup', null);
  const { reason, invoicedAt } = event;
  const periods = history.recorded.filter(({ isAfterEnd }) => !isAfterEnd);
  // A pause is told in the period before the gap, and the gap judged with the period once there is one.
  const since = periods.findLast(({ start }) => start <= invoicedAt)?.start ?? subscription.trialEnd;
  const derived = derivePeriod({
    ...{ reason, invoicedAt, periods, toldEnds: [...history.toldEnds, ...askedEnds(applying, event)] },
    startedAt: subscription.startedAt,
    trialEnd: subscription.trialEnd,
    isGapExplained: history.explanations.some(({ to }) => since !== null && to <= invoicedAt && to >= since),
  });
  if (derived.kind === 'wait') return wait(about, derived.code, null);
  const { start, end, by, before } = derived;
  // The snapshot that told the end may be one of a change that came after the invoice.
  const paidFor = before?.found.kind === 'plan' ? before.found : by.found;
  return { kind: 'told', range: { start, end }, source: 'derived', paidFor };
}

function wait({ applying, event, subscription }: About, code: MissingCode, range: Range | null): Outcome {
  const waitingFor = [keys.subscription(applying.provider, event.providerSubscriptionId)];
  return {
    kind: 'waiting',
    code,
    waitingFor,
    values: { local: localOf(subscription), remote: remoteOf(event, range) },
  };
}

function refuse(
  { event, subscription }: About,
  decision: Extract<PeriodDecision, { kind: 'fault' }>,
  range: Range,
): Outcome {
  const taken = decision.code === 'period_range_conflict' ? { billingPeriodId: decision.periodId } : {};
  const values = { local: { ...localOf(subscription), ...taken }, remote: remoteOf(event, range) };
  const finding = { kind: decision.code, subject: periodSubject(event), ...values };
  return { kind: 'parked', teamId: subscription.teamId, finding };
}

function ambiguous({ event, subscription }: About, plans: string[]): Outcome {
  const values = { local: localOf(subscription), remote: { ...remoteOf(event, event.period), plans } };
  const finding = { kind: 'ambiguous_plan', subject: periodSubject(event), ...values } as const;
  return { kind: 'parked', teamId: subscription.teamId, finding };
}

/** The subject of a case about one paid period. */
export function periodSubject({ renewalKey }: Pick<PeriodPaid, 'renewalKey'>): string {
  return `period:${renewalKey}`;
}

export function localOf(subscription: Subscription): Record<string, unknown> {
  const { id, status, plan, currentPeriodStart, currentPeriodEnd, endedAt } = subscription;
  return {
    subscriptionId: id,
    subject: subjectOf(subscription),
    status,
    plan,
    currentPeriodStart,
    currentPeriodEnd,
    endedAt,
  };
}

export function remoteOf(event: PeriodPaid, range: Range | null): Record<string, unknown> {
  const { renewalKey, paidAt, price } = event;
  const { start = null, end = null } = range ?? {};
  return { renewalKey, start, end, paidAt, amountMinor: price.amountMinor, currency: price.currency };
}
