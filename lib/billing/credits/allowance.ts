import type { Transaction } from '@/db/client';
import type { Plan } from '../catalog';
import type { Instant } from '../events';
import { lockPeriod, type Period, raiseAllowanceHigh } from '../subscriptions/periods';
import type { Applying } from '../webhooks/outcome';
import { lotEnd, monthLotKey, monthsOf } from './allowance-plan';
import { type Cause, grantLot } from './ledger';
import { endEarlierLots, endIfOvertaken, type PeriodLot } from './overtaken';
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
  const period = await lockPeriod(tx, periodId);
  const lot = firstLot(plan, allowance);
  const cause = { actor: `provider:${applying.provider}`, at: applying.now, reason: 'Plan allowance' };
  await grantLotOfPeriod(tx, { period, plan, teamId, lot, credits, supersedes, ...cause });
  return { credits };
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
  // Before the lot can lapse: what was refunded of it must not be taken from others.
  if (period.status !== 'paid') {
    const occasion = { provider: period.provider, actor, at, idempotencyKey: `reversal:${idempotencyKey}` };
    await settleReversals(tx, paymentOfPeriod(period, teamId), occasion);
  }
  if (expiresAt !== null) await endIfOvertaken(tx, grant);
}

function firstLot(plan: Plan, { periodId, periodStart, periodEnd }: PaidAllowance): PeriodLot {
  if (plan.interval === 'month') return { sourceKey: periodId, end: periodEnd };
  const [month] = monthsOf({ start: periodStart, end: periodEnd });
  return { sourceKey: monthLotKey(periodId, 0), end: month?.end ?? periodEnd };
}
