import type { Transaction } from '@/db/client';
import { grantPeriodAllowance } from '../credits/allowance';
import type { PeriodPaid } from '../events';
import { closeCase } from '../reconciliation/cases';
import { type Applying, type CaseFinding, keys, type Outcome } from '../webhooks/outcome';
import { readHistory } from './history';
import { localOf, periodSubject, remoteOf } from './judge-period';
import { findPeriodByKey, linkPeriodPayment, lockPeriod, markPlan, type Period } from './periods';
import { findPlan, type PlanFound } from './plan';
import { lockSubscriptionById, type Subscription } from './store';

export interface RecordedPeriod {
  period: Period;
  subscription: Subscription;
}

/** The period that was recorded under this key, with its subscription locked first. */
export async function findRecorded(
  tx: Transaction,
  { provider }: Applying,
  { renewalKey }: PeriodPaid,
): Promise<RecordedPeriod | null> {
  const found = await findPeriodByKey(tx, provider, renewalKey);
  if (!found) return null;
  const subscription = await lockSubscriptionById(tx, found.subscriptionId);
  return { subscription, period: await lockPeriod(tx, found.id) };
}

/**
 * The same key again. Equal is a duplicate, different is a conflict that changes nothing. A price that the catalog
 * did not know then and knows now is granted under the period's own key.
 */
export async function repeatPeriod(
  tx: Transaction,
  applying: Applying,
  { event, recorded }: { event: PeriodPaid; recorded: RecordedPeriod },
): Promise<Outcome> {
  const { period, subscription } = recorded;
  const { teamId } = subscription;
  if (!isSamePayment(event, recorded)) return conflict(event, recorded);
  const details = { subscriptionId: subscription.id, billingPeriodId: period.id };
  const linked = await linkPayment(tx, applying, { event, period });
  const cases = chargedTwice(event, recorded);
  const asBefore: Outcome =
    linked.length > 0 || cases.length > 0
      ? { kind: 'applied', teamId, created: linked, cases, details }
      : { kind: 'duplicate', teamId, details };
  if (period.plan !== null || period.kind === 'after_end') return asBefore;
  const paidFor = await findPaidPlan(tx, applying, { event, recorded });
  if (paidFor.kind !== 'plan') return asBefore;
  const { plan, quantity } = paidFor;
  await markPlan(tx, period.id, { plan, quantity });
  const { periodStart, periodEnd } = period;
  const allowance = { periodId: period.id, teamId, plan, quantity, periodStart, periodEnd };
  await grantPeriodAllowance(tx, applying, { ...allowance, supersedes: null });
  const subject = periodSubject(event);
  await closeCase(tx, { kind: 'unknown_price', subject, at: applying.now, note: 'The price is known by now.' });
  const created = [keys.subscription(applying.provider, event.providerSubscriptionId), ...linked];
  return { kind: 'applied', teamId, created, cases: [], details };
}

/** Of a cycle that we charge ourselves there is one payment; another one was taken besides. */
function chargedTwice(event: PeriodPaid, { period, subscription }: RecordedPeriod): CaseFinding[] {
  const { providerPaymentId: held } = period;
  const { providerPaymentId, renewalKey } = event;
  if (subscription.clockOwner !== 'us' || held === null || providerPaymentId === null || held === providerPaymentId)
    return [];
  const local = { billingPeriodId: period.id, providerPaymentId: held };
  return [
    { kind: 'charged_twice', subject: renewalKey, local, remote: { ...remoteOf(event, null), providerPaymentId } },
  ];
}

/** Whoever told of the period first may not have known its payment, by whose id a refund will find it. */
async function linkPayment(
  tx: Transaction,
  { provider }: Applying,
  { event, period }: { event: PeriodPaid; period: Period },
): Promise<string[]> {
  if (period.providerPaymentId !== null || event.providerPaymentId === null) return [];
  await linkPeriodPayment(tx, period.id, event.providerPaymentId);
  return [keys.payment(provider, event.providerPaymentId)];
}

/** Dates that we derived are not the provider's, so there is nothing to compare. */
function isSamePayment(event: PeriodPaid, { period, subscription }: RecordedPeriod): boolean {
  const { price, providerSubscriptionId } = event;
  const range = rangeOf(event, period);
  return (
    providerSubscriptionId === subscription.providerSubscriptionId &&
    price.amountMinor === period.paidAmountMinor &&
    price.currency === period.currency &&
    (range === null || (range.start === period.periodStart && range.end === period.periodEnd))
  );
}

/** One of the periods that the event tells: lines can have periods of their own. */
function rangeOf({ period: told, lines }: PeriodPaid, { periodStart, periodEnd, periodSource }: Period) {
  if (periodSource === 'derived' || told === null) return null;
  const own = lines?.find(({ period }) => period?.start === periodStart && period.end === periodEnd);
  return own?.period ?? told;
}

async function findPaidPlan(
  tx: Transaction,
  applying: Applying,
  { event, recorded }: { event: PeriodPaid; recorded: RecordedPeriod },
): Promise<PlanFound> {
  if (event.lines !== null) return findPlan(applying.catalog, applying.provider, event.lines);
  const { toldEnds } = await readHistory(tx, applying, recorded.subscription);
  return toldEnds.find(({ end }) => end === recorded.period.periodEnd)?.found ?? { kind: 'unknown' };
}

function conflict(event: PeriodPaid, { period, subscription }: RecordedPeriod): Outcome {
  const { periodStart: start, periodEnd: end, paidAmountMinor: amountMinor, currency } = period;
  const local = { ...localOf(subscription), billingPeriodId: period.id, start, end, amountMinor, currency };
  const remote = { ...remoteOf(event, event.period), providerSubscriptionId: event.providerSubscriptionId };
  const subject = periodSubject(event);
  const finding = { kind: 'provider_renewal_key_payload_conflict', subject, local, remote } as const;
  return { kind: 'parked', teamId: subscription.teamId, finding };
}
