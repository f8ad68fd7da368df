import type { BillingContext } from '../context';
import type { Instant, SubscriptionStatus } from '../events';
import { hoursAfter } from '../subscriptions/access';
import type { Subscription } from '../subscriptions/store';
import { findClock, type RenewalClock } from './clocks';
import { instantOf } from './instants';
import { type ChargeOperation, listOpenOperations } from './operations';
import { findDefaultMethod, type PaymentMethod } from './payment-methods';
import type { Interval } from './schedule';
import { findOwn } from './subscribe';

/** A subscription that we renew, as its team sees it. Amounts are minor units for the whole quantity. */
export interface RenewalView {
  subscriptionId: string;
  status: SubscriptionStatus;
  item: string;
  quantity: number;
  amountMinor: number;
  currency: string;
  interval: Interval;
  clockState: RenewalClock['state'];
  /** When the next cycle is charged; null while nothing will be. */
  nextChargeAt: Instant | null;
  /** What was chosen for the next cycle; null where it stays as it is. */
  nextItem: string | null;
  nextQuantity: number | null;
  nextAmountMinor: number;
  cancelAtPeriodEnd: boolean;
  currentPeriodEnd: Instant | null;
  paymentMethod: Pick<PaymentMethod, 'id' | 'brand' | 'last4' | 'expMonth' | 'expYear'> | null;
  /** The payment that failed and is still outstanding. */
  failed: FailedCharge | null;
}

export interface FailedCharge {
  operationId: string;
  state: ChargeOperation['state'];
  amountMinor: number;
  currency: string;
  firstFailedAt: Instant;
  nextTryAt: Instant | null;
  /** Where the buyer confirms the payment. */
  actionUrl: string | null;
  /** Until when everything can be used, and when the subscription ends if nothing is paid. */
  graceUntil: Instant;
  isInGrace: boolean;
  endsAt: Instant;
  errorCode: string | null;
}

/** The subscription of a team that we renew and that has not ended. Null: it has none. */
export async function getRenewal(context: BillingContext, teamId: string): Promise<RenewalView | null> {
  const { database } = context;
  const subscription = await findOwn(database, teamId);
  const clock = subscription && (await findClock(database, subscription.id));
  if (!subscription || !clock) return null;
  const method = await findDefaultMethod(database, teamId, subscription.provider);
  const [failed] = (await listOpenOperations(database, subscription.id)).filter(isFailed);
  return {
    ...viewOf(context, subscription, clock),
    paymentMethod: method && cardOf(method),
    failed: failed ? failedOf(context, failed) : null,
  };
}

function viewOf(
  { settings }: BillingContext,
  { id: subscriptionId, status, cancelAtPeriodEnd, currentPeriodEnd }: Subscription,
  clock: RenewalClock,
): Omit<RenewalView, 'paymentMethod' | 'failed'> {
  const { item, quantity, nextItem, nextQuantity, state: clockState, nextDueAt } = clock;
  const priceOf = (name: string) => settings.catalog.findItem(name)?.amountMinor ?? 0;
  const isCharged = clockState === 'running' && !cancelAtPeriodEnd;
  return {
    ...{
      subscriptionId,
      status,
      item,
      quantity,
      clockState,
      nextItem,
      nextQuantity,
      cancelAtPeriodEnd,
      currentPeriodEnd,
    },
    amountMinor: priceOf(item) * quantity,
    currency: settings.catalog.findItem(item)?.currency ?? 'USD',
    interval: { unit: clock.intervalUnit, count: clock.intervalCount },
    nextChargeAt: isCharged ? nextDueAt : null,
    nextAmountMinor: priceOf(nextItem ?? item) * (nextQuantity ?? quantity),
  };
}

function cardOf({ id, brand, last4, expMonth, expYear }: PaymentMethod) {
  return { id, brand, last4, expMonth, expYear };
}

/** Declined, or waiting for the buyer. */
function isFailed({ firstFailedAt, state }: ChargeOperation): boolean {
  return firstFailedAt !== null || state === 'action_required';
}

function failedOf({ settings, clock }: BillingContext, operation: ChargeOperation): FailedCharge {
  const { id: operationId, state, payload, nextAttemptAt, actionUrl, errorCode, periodStart } = operation;
  const firstFailedAt = operation.firstFailedAt ?? periodStart;
  const { graceDays, endAfterDays } = settings.renewals;
  const graceUntil = hoursAfter(firstFailedAt, graceDays * 24);
  return {
    ...{ operationId, state, firstFailedAt, actionUrl, errorCode, graceUntil },
    amountMinor: payload?.amountMinor ?? 0,
    currency: payload?.currency ?? 'USD',
    nextTryAt: nextAttemptAt && instantOf(nextAttemptAt),
    isInGrace: clock.now().getTime() < Date.parse(graceUntil),
    endsAt: hoursAfter(firstFailedAt, endAfterDays * 24),
  };
}
