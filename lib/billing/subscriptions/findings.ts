import type { PeriodPaid } from '../events';
import type { CaseFinding } from '../webhooks/outcome';
import { periodSubject } from './judge-period';
import { subjectOf } from './open';
import type { Period } from './periods';
import type { Subscription } from './store';

/** What a person should see about a paid period that was recorded. `subscription` as it stood before. Pure. */
export function findingsOf({
  event,
  subscription,
  period,
}: {
  event: PeriodPaid;
  subscription: Subscription;
  period: Period;
}): CaseFinding[] {
  return [...unknownPrice(event, period), ...renewedWhileCanceling(subscription, period)];
}

/** Periods that were paid for after the subscription had ended, whichever was told first. Pure. */
export function findAfterEnd(subscription: Subscription, periods: readonly Period[]): CaseFinding[] {
  const { endedAt, providerSubscriptionId } = subscription;
  if (endedAt === null) return [];
  return periods
    .filter(({ paidAt }) => paidAt > endedAt)
    .map((period) => ({
      kind: 'paid_after_end' as const,
      subject: periodSubject({ renewalKey: period.providerRenewalKey }),
      local: { providerSubscriptionId, status: subscription.status, endedAt, isGranted: period.kind !== 'after_end' },
      remote: amounts(period),
    }));
}

function unknownPrice(event: PeriodPaid, period: Period): CaseFinding[] {
  if (period.plan !== null) return [];
  const remote = { ...amounts(period), lines: event.lines };
  return [{ kind: 'unknown_price', subject: periodSubject(event), local: { billingPeriodId: period.id }, remote }];
}

/** The snapshots say that it ends before this period begins, and the provider renewed it all the same. */
function renewedWhileCanceling(subscription: Subscription, period: Period): CaseFinding[] {
  const { cancelAtPeriodEnd, cancelAt, providerPeriodEnd, snapshotOccurredAt } = subscription;
  const isRenewal = period.kind !== 'first';
  const end = cancelAt ?? (cancelAtPeriodEnd ? (providerPeriodEnd ?? period.periodStart) : null);
  if (!isRenewal || end === null || end > period.periodStart) return [];
  if (snapshotOccurredAt !== null && snapshotOccurredAt > period.paidAt) return [];
  const local = { cancelAtPeriodEnd, cancelAt, providerPeriodEnd, billingPeriodId: period.id };
  return [{ kind: 'renewed_while_canceling', subject: subjectOf(subscription), local, remote: amounts(period) }];
}

function amounts(period: Period): Record<string, unknown> {
  const { providerRenewalKey: renewalKey, periodStart: start, periodEnd: end, paidAt } = period;
  return { renewalKey, start, end, paidAt, amountMinor: period.paidAmountMinor, currency: period.currency };
}
