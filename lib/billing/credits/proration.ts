import type { Transaction } from '@/db/client';
import type { ProrationPaid } from '../events';
import { findAudits, insertAudits } from '../subscriptions/audits';
import { findPeriodContaining, type Period, raiseAllowanceHigh } from '../subscriptions/periods';
import type { Subscription } from '../subscriptions/store';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { type Bought, findBought } from './bought';
import { enlargeAllowance } from './enlarge';
import { findPlanChanges, paidChange, planBefore } from './plan-changes';

/**
 * Records that a change within a period was paid for, once, and enlarges the period's allowance by what the upgrade is
 * worth for the time that is left: floor((new - high) x remaining fraction), up to a new high-water mark of the period.
 * It waits for the period that it was paid in. The caller has locked the subscription.
 */
export async function recordProration(
  tx: Transaction,
  applying: Applying,
  event: ProrationPaid,
  subscription: Subscription,
): Promise<Outcome> {
  const [recorded] = await findAudits(tx, subscription.id, 'plan_change_paid', { prorationKey: event.prorationKey });
  if (recorded) return compare(event, subscription, recorded.details);
  const waitingFor = [keys.subscription(applying.provider, event.providerSubscriptionId)];
  const period = await findPeriodContaining(tx, subscription.id, event.paidAt);
  if (!period) return { kind: 'waiting', code: 'subscription_has_no_current_period', waitingFor };
  // What a period at an unknown price stood for is not known either: the two are mapped together.
  if (period.plan === null) return fault('unknown_price', event, subscription, { periodId: period.id });
  const bought = await findBought(tx, applying, { event, subscription });
  switch (bought.kind) {
    case 'not_told':
      return { kind: 'waiting', code: 'needs_provider_lookup', waitingFor };
    case 'unknown':
      return fault('unknown_price', event, subscription, { providerPriceIds: bought.providerPriceIds });
    case 'ambiguous':
      return fault('ambiguous_plan', event, subscription, { plans: bought.plans });
    case 'nothing':
    case 'plan':
      return apply(tx, applying, { event, subscription, period, bought });
    default:
      return bought satisfies never;
  }
}

interface Change {
  event: ProrationPaid;
  subscription: Subscription;
  period: Period;
  bought: Extract<Bought, { kind: 'plan' | 'nothing' }>;
}

async function apply(tx: Transaction, applying: Applying, change: Change): Promise<Outcome> {
  const { event, subscription, period, bought } = change;
  const { prorationKey, paidAt, providerPaymentId } = event;
  // More was credited than charged: a cheaper plan with more credits gives them from the next period on.
  const isPaid = event.price.amountMinor > 0 || event.price.discountMinor > 0;
  const allowance = bought.kind === 'plan' && isPaid ? bought.creditsPerMonth * bought.quantity : 0;
  const before = await findPlanChanges(tx, period);
  const changes = [...before.changes, { allowance, paidAt, key: prorationKey }];
  const from = planBefore(period, before.ledTo, paidAt);
  const to = bought.kind === 'plan' ? { plan: bought.plan, quantity: bought.quantity } : { plan: null, quantity: 0 };
  const enlarging = { period, teamId: subscription.teamId, before, changes, prorationKey, from, to };
  const moved = await enlargeAllowance(tx, applying, enlarging);
  if (allowance > period.allowanceHigh) await raiseAllowanceHigh(tx, period.id, allowance);
  const { amountMinor, currency } = event.price;
  await insertAudits(tx, applying, [
    {
      subscriptionId: subscription.id,
      billingPeriodId: period.id,
      eventType: 'plan_change_paid',
      occurredAt: paidAt,
      before: { ...from },
      after: { ...to },
      details: {
        ...{ eventId: applying.eventId, prorationKey, providerPaymentId, amountMinor, currency },
        ...{ allowance, high: period.allowanceHigh, credits: moved },
      },
    },
  ]);
  return {
    kind: 'applied',
    teamId: subscription.teamId,
    created: [],
    cases: [],
    details: { subscriptionId: subscription.id, periodId: period.id, prorationKey, credits: moved },
  };
}

/** The same key again: equal is a duplicate, different is a conflict. */
function compare(event: ProrationPaid, subscription: Subscription, kept: Record<string, unknown> | null): Outcome {
  const recorded = paidChange.parse(kept);
  const { amountMinor, currency } = event.price;
  const details = { subscriptionId: subscription.id, prorationKey: event.prorationKey };
  if (recorded.amountMinor === amountMinor && recorded.currency === currency)
    return { kind: 'duplicate', teamId: subscription.teamId, details };
  const local = { subscriptionId: subscription.id, amountMinor: recorded.amountMinor, currency: recorded.currency };
  return parked('purchase_payload_conflict', event, subscription, { local, remote: { amountMinor, currency } });
}

function fault(
  kind: 'unknown_price' | 'ambiguous_plan',
  event: ProrationPaid,
  subscription: Subscription,
  found: Record<string, unknown>,
): Outcome {
  const { amountMinor, currency } = event.price;
  const local = { subscriptionId: subscription.id, plan: subscription.plan };
  return parked(kind, event, subscription, { local, remote: { ...found, amountMinor, currency } });
}

function parked(
  kind: 'unknown_price' | 'ambiguous_plan' | 'purchase_payload_conflict',
  { prorationKey }: ProrationPaid,
  { teamId }: Subscription,
  values: { local: Record<string, unknown>; remote: Record<string, unknown> },
): Outcome {
  return { kind: 'parked', teamId, finding: { kind, subject: `proration:${prorationKey}`, ...values } };
}
