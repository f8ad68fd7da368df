import { asc, eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { subscriptionBillingPeriods as periods } from '@/db/schema';
import type { Instant } from '../events';
import type { Period } from '../subscriptions/periods';
import { monthLotKey, monthsOf, periodLotKeys } from './allowance-plan';
import { lapse } from './expire';
import { endLots, findLots, type LockedCredits, lockCredits, type SourceLot } from './ledger';

/** One lot of a period: the whole period's, or one month's. */
export interface PeriodLot {
  sourceKey: string;
  end: Instant;
}

export interface Arrival {
  period: Period;
  teamId: string;
  lot: PeriodLot;
  /** The period that this lot's one replaces. */
  supersedes?: string | null;
  at: Date;
}

/**
 * The lots of the months and periods before this one end now, and what is left of them lapses. What the plan let the
 * team keep stays, except in a period that was replaced: its unused time was paid back.
 */
export async function endEarlierLots(tx: Transaction, arrival: Arrival): Promise<void> {
  const { teamId, at, period, lot, supersedes = null } = arrival;
  const earlier = (await findPeriods(tx, period)).filter(({ periodStart }) => periodStart < period.periodStart);
  const replaced = earlier.filter(({ id }) => id === supersedes).flatMap(keysOf);
  const months = monthKeysOf(period);
  const before = [...earlier.flatMap(keysOf), ...months.slice(0, Math.max(months.indexOf(lot.sourceKey), 0))];
  const locked = await lockCredits(tx, teamId, '');
  const lots = await findLots(tx, 'period', before);
  const ending = lots.filter((one) => (one.expiresAt !== null || replaced.includes(one.sourceKey)) && !isDone(one, at));
  await endNow(tx, { teamId, at, locked, ending });
}

/**
 * A lot that comes after those of later months or periods were granted ends at once, as it would have ended when they
 * were: the order in which payments are told does not matter.
 */
export async function endIfOvertaken(tx: Transaction, { teamId, at, period, lot }: Arrival): Promise<void> {
  const all = await findPeriods(tx, period);
  const later = all.filter(({ periodStart, kind }) => periodStart > period.periodStart && kind !== 'after_end');
  const months = monthKeysOf(period);
  const index = months.indexOf(lot.sourceKey);
  const keys = [...later.flatMap(keysOf), ...(index < 0 ? [] : months.slice(index + 1))];
  if (keys.length === 0 || (await findLots(tx, 'period', keys)).length === 0) return;
  const locked = await lockCredits(tx, teamId, '');
  await endNow(tx, { teamId, at, locked, ending: await findLots(tx, 'period', [lot.sourceKey]) });
}

/** It has ended, and nothing is left of it. An empty one that runs still has to end: it may be enlarged later. */
function isDone({ expiresAt, remaining }: SourceLot, at: Date): boolean {
  return expiresAt !== null && expiresAt <= at && remaining === 0;
}

interface Ending {
  teamId: string;
  at: Date;
  locked: LockedCredits;
  ending: readonly SourceLot[];
}

async function endNow(tx: Transaction, { teamId, at, locked, ending }: Ending): Promise<void> {
  if (ending.length === 0) return;
  await endLots(
    tx,
    ending.map(({ id }) => id),
    at,
  );
  const lots = locked.lots.map((lot) => {
    const endsNow = ending.some(({ id }) => id === lot.id) && (lot.expiresAt === null || lot.expiresAt > at);
    return endsNow ? { ...lot, expiresAt: at } : lot;
  });
  await lapse(tx, { teamId, at, locked: { ...locked, lots } });
}

type Span = Pick<Period, 'id' | 'kind' | 'periodStart' | 'periodEnd'>;

function keysOf({ id, periodStart, periodEnd }: Span): string[] {
  return periodLotKeys({ id, start: periodStart, end: periodEnd });
}

function monthKeysOf({ id, periodStart, periodEnd }: Span): string[] {
  return monthsOf({ start: periodStart, end: periodEnd }).map(({ index }) => monthLotKey(id, index));
}

/** All of the subscription. */
async function findPeriods(tx: Transaction, { subscriptionId }: Period): Promise<Span[]> {
  return tx
    .select({
      id: periods.id,
      kind: periods.kind,
      periodStart: periods.periodStart,
      periodEnd: periods.periodEnd,
    })
    .from(periods)
    .where(eq(periods.subscriptionId, subscriptionId))
    .orderBy(asc(periods.periodStart));
}
