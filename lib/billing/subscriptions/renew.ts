import type { Transaction } from '@/db/client';
import { grantPeriodAllowance } from '../credits/allowance';
import type { PeriodPaid } from '../events';
import { enqueue, supersede } from '../outbox/outbox';
import { lockKeys } from '../webhooks/locks';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { insertAudits } from './audits';
import { settleCurrent } from './current';
import { failureKeys } from './failures';
import { findAfterEnd, findingsOf } from './findings';
import { isAfterEnd, type Judged, judgePeriod } from './judge-period';
import { readMemory } from './memory';
import { openSubscription } from './open';
import { insertPeriod, markSuperseded, type Period } from './periods';
import { findRecorded, repeatPeriod } from './repeat';
import { advanceSubscription, type Subscription, type SubscriptionChange } from './store';

/**
 * Records that a cycle of a subscription was paid for, once, in one transaction: the subscription is locked, the key
 * looked up, the period judged and inserted, what is paid for moved, one transition and one message written, and the
 * allowance granted. It changes neither the status nor the plan that is held, nor a cancellation.
 */
export async function recordPeriod(tx: Transaction, applying: Applying, event: PeriodPaid): Promise<Outcome> {
  const recorded = await findRecorded(tx, applying, event);
  if (recorded) return repeatPeriod(tx, applying, { event, recorded });
  const opened = await openSubscription(tx, applying, event);
  if (opened.kind === 'refused') return opened.outcome;
  const { subscription, created } = opened;
  const judged = await judgePeriod(tx, applying, { event, subscription });
  if (judged.kind !== 'judged') return judged;
  const period = await insert(tx, applying, { event, subscription, judged });
  if (!period) throw new Error(`Period ${event.renewalKey} appeared under the lock of its subscription.`);
  const paid = { event, subscription, judged, period };
  const cases = isAfterEnd(event, subscription)
    ? await keepAfterEnd(tx, applying, paid)
    : await advance(tx, applying, paid);
  return {
    kind: 'applied',
    teamId: subscription.teamId,
    created: [...created, ...keysOfPeriod(applying, period)],
    cases,
    details: { subscriptionId: subscription.id, billingPeriodId: period.id, kind: period.kind },
  };
}

interface Paid {
  event: PeriodPaid;
  subscription: Subscription;
  judged: Judged;
  period: Period;
}

async function insert(
  tx: Transaction,
  applying: Applying,
  { event, subscription, judged }: Omit<Paid, 'period'>,
): Promise<Period | null> {
  const { range, source, paidFor, decision } = judged;
  const { price } = event;
  const orderPaymentId = decision.as === 'first' ? subscription.providerOrderPaymentId : null;
  // The event does not name the order, so its lock was not taken with the others.
  if (orderPaymentId !== null) await lockKeys(tx, [keys.payment(applying.provider, orderPaymentId)]);
  return insertPeriod(
    tx,
    {
      subscriptionId: subscription.id,
      provider: applying.provider,
      providerRenewalKey: event.renewalKey,
      providerInvoiceId: event.providerInvoiceId,
      providerPaymentId: event.providerPaymentId,
      providerOrderPaymentId: orderPaymentId,
      providerEventId: applying.eventId,
      periodStart: range.start,
      periodEnd: range.end,
      paidAmountMinor: price.amountMinor,
      subtotalMinor: price.subtotalMinor,
      discountMinor: price.discountMinor,
      taxMinor: price.taxMinor,
      currency: price.currency,
      paidAt: event.paidAt,
      plan: paidFor.kind === 'plan' ? paidFor.plan : null,
      quantity: paidFor.kind === 'plan' ? paidFor.quantity : 1,
      kind: isAfterEnd(event, subscription) ? 'after_end' : decision.as,
      periodSource: source,
      supersededAt: decision.supersededAt,
    },
    applying.now,
  );
}

async function advance(tx: Transaction, applying: Applying, paid: Paid) {
  const { event, subscription, judged, period } = paid;
  const { decision } = judged;
  if (decision.supersedesId) await markSuperseded(tx, decision.supersedesId, period.periodStart);
  const after = await advanceSubscription(tx, subscription.id, projection(paid), applying.now);
  await insertAudits(tx, applying, [transition(paid, applying.eventId), ...statusMoved(paid, after)]);
  await tell(tx, applying, paid);
  await grant(tx, applying, paid);
  const second = await settleCurrent(tx, applying, { before: subscription, after, at: event.paidAt });
  return [...second, ...findingsOf({ event, subscription, period })];
}

/** What is paid for moves to the newest period; the rest of the subscription is the snapshots', once there is one. */
function projection({ event, subscription, judged, period }: Paid): SubscriptionChange {
  const { decision, paidFor } = judged;
  const range = { currentPeriodStart: period.periodStart, currentPeriodEnd: period.periodEnd };
  const tellsPlan = paidFor.kind === 'plan' && readMemory(subscription).planAt === null;
  const plan = tellsPlan
    ? { plan: paidFor.plan, quantity: paidFor.quantity, providerPriceId: paidFor.providerPriceId }
    : {};
  return {
    ...(event.providerVersion === null ? {} : { providerVersion: event.providerVersion }),
    ...(subscription.snapshotOccurredAt === null && subscription.endedAt === null
      ? { status: 'active', pastDueSince: null }
      : {}),
    ...(decision.isNewest ? { ...range, ...plan } : {}),
  };
}

function transition({ event, subscription, judged, period }: Paid, eventId: string) {
  const { decision } = judged;
  const { currentPeriodStart, currentPeriodEnd } = subscription;
  const key = event.renewalKey;
  const range = { start: period.periodStart, end: period.periodEnd };
  return {
    subscriptionId: subscription.id,
    billingPeriodId: period.id,
    eventType: 'subscription_renewed',
    occurredAt: event.paidAt,
    before: { currentPeriodStart, currentPeriodEnd },
    after: decision.isNewest
      ? { currentPeriodStart: range.start, currentPeriodEnd: range.end }
      : { currentPeriodStart, currentPeriodEnd },
    details: { eventId, key, ...range, kind: period.kind, explanation: decision.explanation },
  } as const;
}

/** What we renew has no snapshots that would tell it. */
function statusMoved({ event, subscription: before, period }: Paid, after: Subscription) {
  if (before.clockOwner !== 'us' || before.status === after.status) return [];
  const values = ({ status, endedAt, pastDueSince }: Subscription) => ({ status, endedAt, pastDueSince });
  const told = { before: values(before), after: values(after), details: { billingPeriodId: period.id } };
  return [{ subscriptionId: after.id, eventType: 'status_changed', occurredAt: event.paidAt, ...told } as const];
}

async function tell(tx: Transaction, applying: Applying, { event, subscription, period }: Paid): Promise<void> {
  const { provider, now: at } = applying;
  const { id, kind, plan, quantity, periodStart, periodEnd, paidAmountMinor: amountMinor, currency } = period;
  await enqueue(
    tx,
    {
      eventType: 'subscription_renewed',
      teamId: subscription.teamId,
      subscriptionId: subscription.id,
      billingPeriodId: id,
      dedupKey: `subscription_renewed:${provider}:${event.renewalKey}`,
      payload: { kind, plan, quantity, periodStart, periodEnd, amountMinor, currency, paidAt: event.paidAt },
    },
    { at },
  );
  await supersede(tx, failureKeys(provider, event.renewalKey));
}

/** What the catalog does not know is granted once it does, by the same event. */
async function grant(tx: Transaction, applying: Applying, { subscription, judged, period }: Paid): Promise<void> {
  if (period.plan === null) return;
  await grantPeriodAllowance(tx, applying, {
    periodId: period.id,
    teamId: subscription.teamId,
    plan: period.plan,
    quantity: period.quantity,
    periodStart: period.periodStart,
    periodEnd: period.periodEnd,
    supersedes: judged.decision.supersedesId,
  });
}

/** Money for a time when nothing was to be had any more: it is kept, and a person decides. */
async function keepAfterEnd(tx: Transaction, applying: Applying, { event, subscription, period }: Paid) {
  const { periodStart: start, periodEnd: end } = period;
  const code = 'renewal_not_allowed_for_subscription_status';
  await insertAudits(tx, applying, [
    {
      subscriptionId: subscription.id,
      billingPeriodId: period.id,
      eventType: 'paid_after_end',
      occurredAt: event.paidAt,
      details: { eventId: applying.eventId, key: event.renewalKey, start, end, code, endedAt: subscription.endedAt },
    },
  ]);
  await supersede(tx, failureKeys(applying.provider, event.renewalKey));
  return findAfterEnd(subscription, [period]);
}

function keysOfPeriod({ provider }: Applying, period: Period): string[] {
  const { providerPaymentId, providerOrderPaymentId, providerInvoiceId } = period;
  return [
    ...[providerPaymentId, providerOrderPaymentId].flatMap((id) => (id === null ? [] : [keys.payment(provider, id)])),
    ...(providerInvoiceId === null ? [] : [keys.invoice(provider, providerInvoiceId)]),
  ];
}
