import type { Transaction } from '@/db/client';
import type { PeriodPaymentFailed, PeriodVoided, ProviderName } from '../events';
import { enqueue, supersede } from '../outbox/outbox';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { findAudits, insertAudits } from './audits';
import { findPeriodByKey, markRecovered } from './periods';
import { lockSubscription, type Subscription } from './store';

/**
 * Records an attempt to collect a payment that failed, once, and tells the team: that it failed, or where the bank wants
 * the buyer to confirm it, that they are needed, and then not the one as well. What the subscription's status makes of
 * it is for the snapshots to say. A failure of what is paid by now is told to nobody.
 */
export async function recordFailure(tx: Transaction, applying: Applying, event: PeriodPaymentFailed): Promise<Outcome> {
  const subscription = await lockSubscription(tx, applying.provider, event.providerSubscriptionId);
  if (!subscription) return waitForSubscription(applying, event);
  const { renewalKey, attempt, actionRequired, payUrl, nextAttemptAt } = event;
  const which = { renewalKey, actionRequired, ...(attempt === null ? { at: event.occurredAt } : { attempt }) };
  const [recorded] = await findAudits(tx, subscription.id, 'payment_failed', which);
  if (recorded) return duplicate(subscription, renewalKey);
  const period = await findPeriodByKey(tx, applying.provider, renewalKey);
  const details = { eventId: applying.eventId, ...which, nextAttemptAt };
  await insertAudits(tx, applying, [
    { subscriptionId: subscription.id, eventType: 'payment_failed', occurredAt: event.occurredAt, details },
  ]);
  if (period) await markRecovered(tx, period.id);
  const payload = { provider: applying.provider, renewalKey, actionRequired, payUrl, nextAttemptAt };
  await tell(tx, applying, { subscription, payload, isPaid: period !== null });
  return applied(applying, subscription, event);
}

interface Failed {
  subscription: Subscription;
  payload: Pick<PeriodPaymentFailed, 'renewalKey' | 'actionRequired' | 'payUrl' | 'nextAttemptAt'>;
  isPaid: boolean;
}

async function tell(tx: Transaction, applying: Applying, { subscription, payload, isPaid }: Failed): Promise<void> {
  const { renewalKey, actionRequired } = payload;
  const { id: subscriptionId, teamId } = subscription;
  const needed = { renewalKey, actionRequired: true };
  const isNeeded = actionRequired || (await findAudits(tx, subscriptionId, 'payment_failed', needed)).length > 0;
  const eventType = actionRequired ? 'action_needed' : 'payment_failed';
  const dedupKey = `${eventType}:${applying.provider}:${renewalKey}`;
  await enqueue(
    tx,
    { eventType, teamId, subscriptionId, billingPeriodId: null, dedupKey, payload },
    { at: applying.now, superseded: isPaid || (isNeeded && !actionRequired) },
  );
  if (actionRequired) await supersede(tx, [`payment_failed:${applying.provider}:${renewalKey}`]);
}

/** Records that a cycle will never be paid for: it explains a gap between periods. */
export async function recordVoid(tx: Transaction, applying: Applying, event: PeriodVoided): Promise<Outcome> {
  const subscription = await lockSubscription(tx, applying.provider, event.providerSubscriptionId);
  if (!subscription) return waitForSubscription(applying, event);
  const { renewalKey, reason, period } = event;
  const [recorded] = await findAudits(tx, subscription.id, 'period_voided', { renewalKey, reason });
  if (recorded) return duplicate(subscription, renewalKey);
  const range = { start: period?.start ?? null, end: period?.end ?? null };
  const details = { eventId: applying.eventId, renewalKey, reason, ...range };
  await insertAudits(tx, applying, [
    { subscriptionId: subscription.id, eventType: 'period_voided', occurredAt: event.occurredAt, details },
  ]);
  return applied(applying, subscription, event);
}

/** What a payment that arrives makes untrue: one message of each type for all failed attempts of one payment. */
export function failureKeys(provider: ProviderName, renewalKey: string): string[] {
  return [`payment_failed:${provider}:${renewalKey}`, `action_needed:${provider}:${renewalKey}`];
}

/** Nothing but the subscription says whose it is. */
function waitForSubscription(
  { provider }: Applying,
  { providerSubscriptionId }: PeriodPaymentFailed | PeriodVoided,
): Outcome {
  return { kind: 'waiting', code: 'unknown_team', waitingFor: [keys.subscription(provider, providerSubscriptionId)] };
}

function applied(
  { provider }: Applying,
  { id, teamId }: Subscription,
  { renewalKey, providerSubscriptionId }: PeriodPaymentFailed | PeriodVoided,
): Outcome {
  const created = [keys.subscription(provider, providerSubscriptionId)];
  return { kind: 'applied', teamId, created, cases: [], details: { subscriptionId: id, renewalKey } };
}

function duplicate({ id, teamId }: Subscription, renewalKey: string): Outcome {
  return { kind: 'duplicate', teamId, details: { subscriptionId: id, renewalKey } };
}
