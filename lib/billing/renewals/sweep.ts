import { and, eq, isNull, or } from 'drizzle-orm';
import type { Database, Transaction } from '@/db/client';
import { renewalClocks, subscriptions } from '@/db/schema';
import type { BillingContext } from '../context';
import type { Pass } from '../drain';
import { openCase } from '../reconciliation/cases';
import { insertOwnAudits, type OwnChange } from '../subscriptions/audits';
import { subjectOf } from '../subscriptions/open';
import { lockSubscriptionById, type Subscription } from '../subscriptions/store';
import { insertClock, lockClock, type RenewalClock } from './clocks';
import { atDate, instantOf, wholeSecond } from './instants';
import { findLastCycle } from './operations';
import { intervalOf, planOf } from './price';
import { restart } from './restart';
import { startOf } from './schedule';

const everyMs = 60_000;
const lastSweep = new WeakMap<Database, number>();

/**
 * Finds subscriptions that we renew, that are live, and for which no clock runs: a clock that stopped goes on, one that
 * is gone is made again from what is known, each with a case. A halted clock has its case already. Once a minute and
 * process. Returns how many were found.
 */
export async function sweepClocks(context: BillingContext, { isTimeLeft, limit }: Pass): Promise<number> {
  const { database, clock } = context;
  const now = clock.now().getTime();
  const last = lastSweep.get(database) ?? Number.NEGATIVE_INFINITY;
  if (now < last + everyMs && now >= last) return 0;
  const found = await findUnclocked(database, limit);
  let count = 0;
  for (const { id } of found) {
    if (!isTimeLeft()) return count;
    await database.transaction((tx) => mend(tx, context, id));
    count += 1;
  }
  if (found.length < limit) lastSweep.set(database, now);
  return count;
}

function findUnclocked(database: Database, limit: number): Promise<{ id: string }[]> {
  return database
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .leftJoin(renewalClocks, eq(renewalClocks.subscriptionId, subscriptions.id))
    .where(
      and(
        ...[eq(subscriptions.clockOwner, 'us'), isNull(subscriptions.endedAt)],
        or(isNull(renewalClocks.subscriptionId), eq(renewalClocks.state, 'stopped')),
      ),
    )
    .limit(limit);
}

async function mend(tx: Transaction, context: BillingContext, subscriptionId: string): Promise<void> {
  const held = await lockClock(tx, subscriptionId);
  const subscription = await lockSubscriptionById(tx, subscriptionId);
  if (subscription.endedAt !== null || (held && held.state !== 'stopped')) return;
  const now = context.clock.now();
  const own: OwnChange = { actorType: 'system', actorId: 'renewals', cause: 'sweep', now };
  const clock = held
    ? await restart(tx, own, { clock: held, subscription })
    : await remake(tx, own, { context, subscription });
  const { teamId } = subscription;
  const local = { wasStopped: held?.stateReason ?? null, nextCycleNo: clock.nextCycleNo, nextDueAt: clock.nextDueAt };
  const finding = { kind: 'renewal_clock_missing', subject: subjectOf(subscription), local, remote: null } as const;
  await openCase(tx, finding, { provider: null, eventId: null, teamId, at: now });
}

/** The anchor is when it began; the next cycle is the one after the last that was registered. */
async function remake(
  tx: Transaction,
  own: OwnChange,
  { context, subscription }: { context: BillingContext; subscription: Subscription },
): Promise<RenewalClock> {
  const { id: subscriptionId, teamId, quantity, startedAt } = subscription;
  const { catalog, renewals } = context.settings;
  const plan = planOf(catalog, subscription.plan ?? '');
  const interval = intervalOf(plan);
  const { timeZone } = renewals;
  const anchor = { anchor: startedAt ?? wholeSecond(subscription.createdAt), anchorCycleNo: 0, interval, timeZone };
  const nextCycleNo = (await findLastCycle(tx, subscriptionId)) + 1;
  const nextDueAt = startOf(anchor, nextCycleNo);
  const what = { subscriptionId, teamId, item: plan.item, quantity, timeZone, anchor: anchor.anchor };
  const { unit: intervalUnit, count: intervalCount } = interval;
  const next = { nextCycleNo, nextDueAt, nextRunAt: atDate(nextDueAt) };
  const clock = await insertClock(tx, { ...what, intervalUnit, intervalCount, ...next, state: 'running' }, own.now);
  const details = { nextDueAt, nextCycleNo, was: 'missing' };
  await insertOwnAudits(tx, own, [
    { subscriptionId, eventType: 'clock_restarted', occurredAt: instantOf(own.now), details },
  ]);
  return clock;
}
