import { z } from 'zod';
import type { Transaction } from '@/db/client';
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

/** The paid changes of a period, and the allowance that it had before any of them. */
export async function findPlanChanges(
  tx: Transaction,
  period: Period,
): Promise<{ base: number; changes: PlanChange[] }> {
  const audits = await findAudits(tx, period.subscriptionId, 'plan_change_paid');
  const told = audits
    .filter(({ billingPeriodId }) => billingPeriodId === period.id)
    .map(({ occurredAt, details }) => ({ paidAt: occurredAt, ...paidChange.parse(details) }));
  return {
    // The mark only rises, so the lowest one is what the period began with, whatever the catalog says by now.
    base: Math.min(period.allowanceHigh, ...told.map(({ high }) => high)),
    changes: told.map(({ allowance, paidAt, prorationKey }) => ({ allowance, paidAt, key: prorationKey })),
  };
}
