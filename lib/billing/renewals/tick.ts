import type { Transaction } from '@/db/client';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { openCase } from '../reconciliation/cases';
import { insertOwnAudits } from '../subscriptions/audits';
import { subjectOf } from '../subscriptions/open';
import { lockSubscriptionById, type Subscription, updateSubscription } from '../subscriptions/store';
import { boundWaits } from '../waits';
import { advance } from './advance';
import { lockDueClock, type RenewalClock, stopClock, updateClock } from './clocks';
import { instantOf } from './instants';
import { isInFlight, lockOpenOperations } from './operations';
import type { RenewalScope } from './scope';
import { backOff } from './tick-failure';
import { endSubscription, type OwnChange } from './transition';

/** A cancellation waits for a charge on its way; so does a cycle for the first payment. */
const lookAgainMs = 60 * 60 * 1000;

/**
 * Registers the cycles that are due, one clock and one transaction after the other, and moves each clock on to its next
 * cycle. Nothing is charged here, and no network is used. Returns how many clocks were worked on.
 */
export async function tickDue(
  context: BillingContext,
  { isTimeLeft, limit }: Pass,
  scope: RenewalScope = 'real',
): Promise<number> {
  let count = 0;
  while (count < limit && isTimeLeft() && (await tickOne(context, scope))) count += 1;
  return count;
}

/** False: no clock is due. */
async function tickOne(context: BillingContext, scope: RenewalScope): Promise<boolean> {
  let locked: RenewalClock | null = null;
  try {
    await context.database.transaction(async (tx) => {
      // Sent together: the server bounds the waits before it looks for a clock.
      [, locked] = await Promise.all([boundWaits(tx, context), lockDueClock(tx, context.clock.now(), scope)]);
      if (locked) await tick(tx, context, locked);
    });
    if (locked) await context.onStep?.('tick_committed');
    return locked !== null;
  } catch (error) {
    if (!locked) throw error;
    await backOff(context, locked, error);
    return true;
  }
}

async function tick(tx: Transaction, context: BillingContext, clock: RenewalClock): Promise<void> {
  const now = context.clock.now();
  const own: OwnChange = { actorType: 'system', actorId: 'renewals', cause: `clock:${clock.nextCycleNo}`, now };
  const subscription = await lockSubscriptionById(tx, clock.subscriptionId);
  await context.onStep?.('tick_locked');
  if (subscription.endedAt !== null) return rest(tx, own, clock);
  if (subscription.cancelAtPeriodEnd) return endOrWait(tx, own, { clock, subscription });
  if (subscription.status === 'incomplete') return lookAgain(tx, clock, now);
  await renew(tx, context, { own, clock, subscription });
}

interface Ticking {
  own: OwnChange;
  clock: RenewalClock;
  subscription: Subscription;
}

async function renew(tx: Transaction, context: BillingContext, { own, clock, subscription }: Ticking): Promise<void> {
  const { moved, registered, skipped, conflicts, told } = await advance(tx, context.settings, {
    clock,
    provider: subscription.provider,
    now: own.now,
  });
  await context.onStep?.('tick_registered');
  const range = told && { providerPeriodStart: told.start, providerPeriodEnd: told.end };
  await Promise.all([
    updateClock(tx, clock.subscriptionId, { ...moved, failures: 0, errorCode: null }, own.now),
    range && updateSubscription(tx, subscription.id, range, own.now),
    insertOwnAudits(tx, own, [...skipped, ...registered]),
  ]);
  const origin = { provider: null, eventId: null, teamId: clock.teamId, at: own.now };
  for (const finding of conflicts) await openCase(tx, finding, origin);
  if (skipped.length > 0) {
    const local = { cycles: skipped.map(({ details }) => details), nextDueAt: moved.nextDueAt };
    const subject = subjectOf(subscription);
    await openCase(tx, { kind: 'renewal_cycles_skipped', subject, local, remote: null }, origin);
  }
  await context.onStep?.('tick_moved');
}

/** Canceled: what was paid for has run out, or a charge that is on its way decides first. */
async function endOrWait(
  tx: Transaction,
  own: OwnChange,
  { clock, subscription }: Omit<Ticking, 'own'>,
): Promise<void> {
  const open = await lockOpenOperations(tx, subscription.id);
  if (open.some(isInFlight)) return lookAgain(tx, clock, own.now);
  await endSubscription(tx, own, { subscription, endedAt: clock.nextDueAt, reason: 'canceled' });
}

async function lookAgain(tx: Transaction, { subscriptionId }: RenewalClock, now: Date): Promise<void> {
  await updateClock(tx, subscriptionId, { nextRunAt: new Date(now.getTime() + lookAgainMs) }, now);
}

async function rest(tx: Transaction, own: OwnChange, { subscriptionId }: RenewalClock): Promise<void> {
  await stopClock(tx, { subscriptionId, reason: 'ended', at: own.now });
  const occurredAt = instantOf(own.now);
  const details = { reason: 'ended' };
  await insertOwnAudits(tx, own, [{ subscriptionId, eventType: 'clock_stopped', occurredAt, details }]);
}
