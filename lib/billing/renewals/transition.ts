import type { Transaction } from '@/db/client';
import { type Instant, type ProviderName, providerNames, type SubscriptionStatus } from '../events';
import { openCase } from '../reconciliation/cases';
import { insertOwnAudits, type OwnChange, type Transition } from '../subscriptions/audits';
import { settleCurrent } from '../subscriptions/current';
import { tellEnding } from '../subscriptions/ending';
import { type Subscription, type SubscriptionChange, updateSubscription } from '../subscriptions/store';
import { stopClock } from './clocks';
import { finishOperation, isInFlight, lockOpenOperations } from './operations';

export type { OwnChange };

export interface StatusChange {
  /** Locked by the caller, behind its clock. */
  subscription: Subscription;
  status: Exclude<SubscriptionStatus, 'canceled'>;
  pastDueSince: Instant | null;
  occurredAt: Instant;
  details: Record<string, unknown>;
}

/** Moves the status of a subscription that we renew, with its transition. The same status again writes none. */
export async function changeStatus(tx: Transaction, own: OwnChange, changing: StatusChange): Promise<Subscription> {
  const { subscription: before, status, pastDueSince, occurredAt, details } = changing;
  const after = await updateSubscription(tx, before.id, { status, pastDueSince }, own.now);
  if (before.status !== status) await insertOwnAudits(tx, own, [statusChanged(before, after, { occurredAt, details })]);
  await settle(tx, own, { before, after, occurredAt });
  return after;
}

export interface Ending {
  /** Locked by the caller, behind its clock. */
  subscription: Subscription;
  endedAt: Instant;
  reason: string;
  details?: Record<string, unknown>;
}

/**
 * Ends a subscription that we renew: its clock stops, what was not sent is called off, and the team is told. What is
 * on its way is left to its outcome.
 */
export async function endSubscription(tx: Transaction, own: OwnChange, ending: Ending): Promise<Subscription> {
  const { subscription: before, endedAt, reason, details = {} } = ending;
  const change: SubscriptionChange = { status: 'canceled', endedAt, pastDueSince: null };
  const stopped = await stopClock(tx, { subscriptionId: before.id, reason, at: own.now });
  await voidUnsent(tx, own, { subscriptionId: before.id, reason, occurredAt: endedAt });
  const after = await updateSubscription(tx, before.id, change, own.now);
  await insertOwnAudits(tx, own, [
    ...(stopped ? [clockStopped(before.id, reason, endedAt)] : []),
    statusChanged(before, after, { occurredAt: endedAt, details: { ...details, reason } }),
  ]);
  // What was never paid for has not begun for the team.
  if (after.currentPeriodEnd !== null) await tellEnding(tx, own, { before, after, occurredAt: endedAt });
  await settle(tx, own, { before, after, occurredAt: endedAt });
  return after;
}

/** Calls off the charges of a subscription that no provider has heard of, or that were declined for good. */
export async function voidUnsent(
  tx: Transaction,
  own: OwnChange,
  { subscriptionId, reason, occurredAt }: { subscriptionId: string; reason: string; occurredAt: Instant },
): Promise<void> {
  for (const operation of await lockOpenOperations(tx, subscriptionId)) {
    if (isInFlight(operation)) continue;
    await finishOperation(tx, operation.id, 'voided', own.now);
    const details = { operationId: operation.id, cycleNo: operation.cycleNo, reason, was: operation.state };
    await insertOwnAudits(tx, own, [{ subscriptionId, eventType: 'charge_voided', occurredAt, details }]);
  }
}

function clockStopped(subscriptionId: string, reason: string, occurredAt: Instant): Transition {
  return { subscriptionId, eventType: 'clock_stopped', occurredAt, details: { reason } };
}

function statusChanged(
  before: Subscription,
  after: Subscription,
  { occurredAt, details }: Pick<Transition, 'occurredAt' | 'details'>,
): Transition {
  const values = ({ status, endedAt, pastDueSince }: Subscription) => ({ status, endedAt, pastDueSince });
  const told = { before: values(before), after: values(after), occurredAt, details };
  return { subscriptionId: after.id, eventType: 'status_changed', ...told };
}

/** Whichever of the team's subscriptions counts now; a second live one is a case. */
async function settle(
  tx: Transaction,
  { cause, now }: OwnChange,
  { before, after, occurredAt }: { before: Subscription; after: Subscription; occurredAt: Instant },
): Promise<void> {
  const applying = { provider: providerOf(after), eventId: cause, now };
  const cases = await settleCurrent(tx, applying, { before, after, at: occurredAt });
  const origin = { provider: null, eventId: null, teamId: after.teamId, at: now };
  for (const finding of cases) await openCase(tx, finding, origin);
}

export function providerOf({ id, provider }: Pick<Subscription, 'id' | 'provider'>): ProviderName {
  const name = providerNames.find((known) => known === provider);
  if (!name) throw new Error(`Subscription ${id} has an unknown provider.`);
  return name;
}
