import { and, eq, lt, ne } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { subscriptionBillingPeriods as periods } from '@/db/schema';
import type { Plan } from '../catalog';
import type { Instant } from '../events';
import { type Period, raiseAllowanceHigh } from '../subscriptions/periods';
import type { Applying } from '../webhooks/outcome';
import { lotEnd, monthLotKey, monthsOf, periodLotKeys } from './allowance-plan';
import { lapse } from './expire';
import { type Cause, endLots, grantLot, type LockedCredits, lockCredits } from './ledger';
import { paymentOfPeriod } from './reversible';
import { settleReversals } from './settle-reversals';

/** A period that was paid for, once its row is there. */
export interface PaidAllowance {
  periodId: string;
  teamId: string;
  /** A plan of the catalog. */
  plan: string;
  quantity: number;
  periodStart: Instant;
  periodEnd: Instant;
  /** The period that this one replaces: its lots end where this one starts. */
  supersedes: string | null;
}

/**
 * Grants what a paid period gives: one lot, or the first month's where the plan is yearly. What earlier periods of the
 * subscription left lapses, unless the plan keeps it. The caller has locked the subscription. Returns the credits.
 */
export async function grantPeriodAllowance(
  tx: Transaction,
  applying: Applying,
  allowance: PaidAllowance,
): Promise<{ credits: number }> {
  const { periodId, teamId, quantity, supersedes } = allowance;
  const plan = applying.catalog.findItem(allowance.plan);
  if (plan?.kind !== 'plan') throw new Error(`The catalog has no plan ${allowance.plan}.`);
  const credits = plan.creditsPerMonth * quantity;
  await raiseAllowanceHigh(tx, periodId, credits);
  const period = await getPeriod(tx, periodId);
  const lot = firstLot(plan, allowance);
  const cause = { actor: `provider:${applying.provider}`, at: applying.now, reason: 'Plan allowance' };
  await grantLotOfPeriod(tx, { period, plan, teamId, lot, credits, supersedes, ...cause });
  return { credits };
}

/** One lot of a period: the whole period's, or one month's. */
export interface PeriodLot {
  sourceKey: string;
  end: Instant;
}

export interface LotGrant {
  period: Period;
  plan: Plan;
  teamId: string;
  lot: PeriodLot;
  credits: number;
  supersedes?: string | null;
  actor: string;
  reason: string;
  at: Date;
}

/** Grants one lot of a period, ends the lots before it, and takes the share of it that was refunded already. */
export async function grantLotOfPeriod(tx: Transaction, grant: LotGrant): Promise<void> {
  const { period, plan, teamId, lot, credits, at, actor, reason } = grant;
  const idempotencyKey = `period:${lot.sourceKey}`;
  await endEarlierLots(tx, grant);
  if (credits === 0) return;
  const expiresAt = lotEnd(lot.end, { rollover: plan.rollover === true, supersededAt: period.supersededAt });
  const cause: Cause = {
    ...{ teamId, idempotencyKey, actor, reason, at },
    kind: 'allowance',
    ref: `period:${period.id}`,
  };
  await grantLot(tx, { credits, sourceType: 'period', sourceKey: lot.sourceKey, expiresAt }, cause);
  if (period.status === 'paid') return;
  const { provider } = period;
  await settleReversals(tx, paymentOfPeriod(period, teamId), {
    ...{ provider, actor, at },
    idempotencyKey: `reversal:${idempotencyKey}`,
  });
}

export async function getPeriod(tx: Transaction, periodId: string): Promise<Period> {
  const [period] = await tx.select().from(periods).where(eq(periods.id, periodId)).for('update');
  if (!period) throw new Error(`There is no period ${periodId}.`);
  return period;
}

function firstLot(plan: Plan, { periodId, periodStart, periodEnd }: PaidAllowance): PeriodLot {
  if (plan.interval === 'month') return { sourceKey: periodId, end: periodEnd };
  const [month] = monthsOf({ start: periodStart, end: periodEnd });
  return { sourceKey: monthLotKey(periodId, 0), end: month?.end ?? periodEnd };
}

/**
 * The lots of the months and periods before this one end now, and what is left of them lapses. What the plan let the
 * team keep stays, except in a period that was replaced: its unused time was paid back.
 */
async function endEarlierLots(tx: Transaction, grant: LotGrant): Promise<void> {
  const { teamId, at, period, supersedes = null } = grant;
  const earlier = await findEarlierPeriods(tx, period);
  const locked = await lockCredits(tx, teamId, '');
  const replaced = earlier.filter(({ id }) => id === supersedes).flatMap(keysOf);
  const before = [...earlier.flatMap(keysOf), ...earlierMonths(period, grant.lot)];
  const ends = locked.lots.filter(
    ({ sourceType, sourceKey, expiresAt }) =>
      sourceType === 'period' && (replaced.includes(sourceKey) || (expiresAt !== null && before.includes(sourceKey))),
  );
  if (ends.length === 0) return;
  await endLots(
    tx,
    ends.map(({ id }) => id),
    at,
  );
  await lapse(tx, { teamId, at, locked: withEnd(locked, ends, at) });
}

function withEnd(locked: LockedCredits, ended: LockedCredits['lots'], at: Date): LockedCredits {
  const isEnded = (lot: LockedCredits['lots'][number]) => ended.includes(lot) && (!lot.expiresAt || lot.expiresAt > at);
  return { ...locked, lots: locked.lots.map((lot) => (isEnded(lot) ? { ...lot, expiresAt: at } : lot)) };
}

type EarlierPeriod = Pick<Period, 'id' | 'periodStart' | 'periodEnd'>;

function keysOf({ id, periodStart, periodEnd }: EarlierPeriod): string[] {
  return periodLotKeys({ id, start: periodStart, end: periodEnd });
}

function earlierMonths({ id, periodStart, periodEnd }: Period, lot: PeriodLot): string[] {
  const keys = monthsOf({ start: periodStart, end: periodEnd }).map(({ index }) => monthLotKey(id, index));
  return keys.slice(0, Math.max(keys.indexOf(lot.sourceKey), 0));
}

async function findEarlierPeriods(tx: Transaction, period: Period): Promise<EarlierPeriod[]> {
  return tx
    .select({ id: periods.id, periodStart: periods.periodStart, periodEnd: periods.periodEnd })
    .from(periods)
    .where(
      and(
        eq(periods.subscriptionId, period.subscriptionId),
        ne(periods.id, period.id),
        lt(periods.periodStart, period.periodStart),
      ),
    );
}
