import { z } from 'zod';
import type { Transaction } from '@/db/client';
import type { Instant } from '../events';
import { findAudits } from '../subscriptions/audits';
import type { Period } from '../subscriptions/periods';
import type { PlanChange } from './allowance-plan';

/** What the audit of a paid change keeps of it. */
export const paidChange = z.object({
  prorationKey: z.string(),
  /** The credits a month that the plan stands for from then on. */
  allowance: z.number(),
  /** The period's high-water mark when the change was told. */
  high: z.number(),
  amountMinor: z.number(),
  currency: z.string(),
});

/** A plan of the catalog and how many of it; null for one that the catalog does not know. */
export interface HeldPlan {
  plan: string | null;
  quantity: number;
}

/** The paid changes of a period, in the order of their payment, and the allowance that it had before any of them. */
export async function findPlanChanges(
  tx: Transaction,
  period: Period,
): Promise<{ base: number; changes: PlanChange[]; ledTo: (HeldPlan & { paidAt: Instant })[] }> {
  const audits = await findAudits(tx, period.subscriptionId, 'plan_change_paid');
  const told = audits
    .filter(({ billingPeriodId }) => billingPeriodId === period.id)
    .map(({ occurredAt, after, details }) => ({ paidAt: occurredAt, after, ...paidChange.parse(details) }));
  return {
    // The mark only rises, so the lowest one is what the period began with, whatever the catalog says by now.
    base: Math.min(period.allowanceHigh, ...told.map(({ high }) => high)),
    changes: told.map(({ allowance, paidAt, prorationKey }) => ({ allowance, paidAt, key: prorationKey })),
    ledTo: told.flatMap(({ paidAt, after }) => {
      const { success, data } = heldPlan.safeParse(after);
      return success ? [{ paidAt, ...data }] : [];
    }),
  };
}

/** One that came down to nothing led to no plan. */
const heldPlan = z.object({ plan: z.string(), quantity: z.number() });

/** What a paid change was from: what the change before it led to, else what the period was paid for. Pure. */
export function planBefore(
  { plan, quantity }: HeldPlan,
  ledTo: readonly (HeldPlan & { paidAt: Instant })[],
  paidAt: Instant,
): HeldPlan {
  const earlier = ledTo.findLast((change) => change.paidAt <= paidAt);
  return earlier ? { plan: earlier.plan, quantity: earlier.quantity } : { plan, quantity };
}
