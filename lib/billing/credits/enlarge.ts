import type { Transaction } from '@/db/client';
import type { Period } from '../subscriptions/periods';
import type { Applying } from '../webhooks/outcome';
import { grantLotOfPeriod } from './allowance';
import { monthLotKey, monthsOf, type PlanChange, periodLotKeys, planAllowance } from './allowance-plan';
import { afterDebt, planForcedTaking } from './balance';
import { type Cause, findLots, lockCredits, moveCredits, type SourceLot } from './ledger';
import type { HeldPlan } from './plan-changes';
import { paymentOfPeriod } from './reversible';
import { settleReversals } from './settle-reversals';

export interface Enlarging {
  period: Period;
  teamId: string;
  before: { base: number; changes: readonly PlanChange[] };
  /** With the new change. */
  changes: readonly PlanChange[];
  prorationKey: string;
  from: HeldPlan;
  to: HeldPlan;
}

/**
 * Makes the lots of a period as large as its paid changes make them, and returns by how many credits. Months that have
 * no lot yet get theirs in full when they begin.
 */
export async function enlargeAllowance(tx: Transaction, applying: Applying, enlarging: Enlarging): Promise<number> {
  const { period, teamId, before, changes, prorationKey } = enlarging;
  const key = `proration:${applying.provider}:${prorationKey}`;
  const span = { id: period.id, start: period.periodStart, end: period.periodEnd };
  const lots = await findLots(tx, 'period', periodLotKeys(span));
  let moved = 0;
  for (const lot of lots) {
    const month = monthOfLot(span, lot);
    const credits = planAllowance(before.base, changes, month) - planAllowance(before.base, before.changes, month);
    if (credits === 0) continue;
    const idempotencyKey = moved === 0 ? key : `${key}:${lot.sourceKey}`;
    await resizeLot(tx, lot, credits, causeOf(applying, enlarging, idempotencyKey));
    moved += credits;
  }
  if (lots.length === 0) moved = await grantMissing(tx, applying, enlarging);
  if (period.status !== 'paid' && moved !== 0) {
    const { provider } = applying;
    const cause = { provider, idempotencyKey: `reversal:${key}`, actor: 'system', at: applying.now };
    await settleReversals(tx, paymentOfPeriod(period, teamId), cause);
  }
  return moved;
}

/** The time that a lot is for: the whole period, or one month of it. */
function monthOfLot(
  period: { id: string; start: string; end: string },
  lot: SourceLot,
): { start: string; end: string } {
  return monthsOf(period).find(({ index }) => monthLotKey(period.id, index) === lot.sourceKey) ?? period;
}

/** A debt is paid first. A change that turns out to be earlier than one that was told before can round down by one. */
async function resizeLot(tx: Transaction, lot: SourceLot, credits: number, cause: Cause): Promise<void> {
  const locked = await lockCredits(tx, cause.teamId, '');
  const resized = { lotId: lot.id, amount: credits, remaining: 0, held: 0 };
  const lots =
    credits > 0
      ? [{ ...resized, remaining: afterDebt(locked.balance, credits) }]
      : [
          resized,
          ...planForcedTaking(locked.lots, -credits, [lot.id]).map((taking) => ({
            lotId: taking.lotId,
            remaining: -taking.credits,
            held: 0,
          })),
        ];
  await moveCredits(tx, { delta: credits, held: 0, lots }, cause);
}

/** A plan without credits gave no lot: the first that has some does. Yearly plans get theirs month by month. */
async function grantMissing(tx: Transaction, applying: Applying, enlarging: Enlarging): Promise<number> {
  const { period, teamId, before, changes } = enlarging;
  const plan = applying.catalog.findItem(period.plan ?? '');
  if (plan?.kind !== 'plan' || plan.interval === 'year') return 0;
  const credits = planAllowance(before.base, changes, { start: period.periodStart, end: period.periodEnd });
  const lot = { sourceKey: period.id, end: period.periodEnd };
  const { reason, actor, at } = causeOf(applying, enlarging, '');
  await grantLotOfPeriod(tx, { period, plan, teamId, lot, credits, reason, actor, at });
  return credits;
}

function causeOf(applying: Applying, { period, teamId, from, to }: Enlarging, idempotencyKey: string): Cause {
  return {
    teamId,
    idempotencyKey,
    kind: 'allowance',
    reason: `Upgrade from ${titleOf(applying, from)} to ${titleOf(applying, to)}`,
    ref: `period:${period.id}`,
    actor: `provider:${applying.provider}`,
    at: applying.now,
  };
}

/** `Pro`, or `Pro × 3`. */
function titleOf({ catalog }: Applying, { plan, quantity }: HeldPlan): string {
  const name = catalog.findItem(plan ?? '')?.name ?? 'another plan';
  return quantity === 1 ? name : `${name} × ${quantity}`;
}
