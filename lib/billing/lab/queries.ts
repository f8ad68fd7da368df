import { and, desc, eq, isNotNull } from 'drizzle-orm';
import { type SandboxDelivery, sandboxRuns } from '@/db/schema';
import type { BillingContext } from '../context';
import { listPayments, type Payment } from '../credits/payments';
import { type HistoryEntry, listEntries } from '../credits/queries';
import { isLabAction, type LabAction } from './actions';
import { isSandboxOn } from './context';
import { describeRun } from './sentence';

/** A payment that the lab can work on. */
export type LabPayment = Payment;

/** One run of the lab and what it showed. Balances are whole credits. */
export interface LabRun {
  id: string;
  at: Date;
  purchaseId: string;
  action: LabAction;
  deliveries: SandboxDelivery[];
  balanceBefore: number;
  balanceAfter: number;
  /** The lines of the ledger that appeared meanwhile, oldest first. */
  entries: HistoryEntry[];
  sentence: string;
}

/** The team's sandbox payments, newest first; none where the sandbox is off. */
export async function listLabPayments(context: BillingContext, teamId: string): Promise<LabPayment[]> {
  return isSandboxOn(context) ? listPayments(context, teamId, 'sandbox') : [];
}

/** The team's newest runs on payments, newest first. */
export async function listLabRuns(context: BillingContext, teamId: string, limit: number): Promise<LabRun[]> {
  const rows = await context.database
    .select()
    .from(sandboxRuns)
    .where(and(eq(sandboxRuns.teamId, teamId), isNotNull(sandboxRuns.purchaseId)))
    .orderBy(desc(sandboxRuns.createdAt), desc(sandboxRuns.id))
    .limit(limit);
  const lines = await listEntries(context, { teamId, ids: rows.flatMap(({ entryIds }) => entryIds) });
  return rows.flatMap(({ action, purchaseId, ...row }) => {
    if (!isLabAction(action) || purchaseId === null) return [];
    const entries = lines.filter(({ id }) => row.entryIds.includes(id));
    return [labRun({ ...row, purchaseId, action }, entries)];
  });
}

type RunRow = Omit<RecordedRun, 'purchaseId' | 'sandboxSubscriptionId' | 'action'> & {
  purchaseId: string;
  action: LabAction;
};

export type RecordedRun = typeof sandboxRuns.$inferSelect;

/** A run with its lines of the ledger and its sentence. */
export function labRun(row: RunRow, entries: HistoryEntry[]): LabRun {
  const { id, createdAt: at, purchaseId, action, deliveries, balanceBefore, balanceAfter } = row;
  const ofPayment = entries.filter(({ payment }) => payment?.purchaseId === purchaseId);
  const moved = ofPayment.reduce((sum, { delta }) => sum + delta, 0);
  const sentence = describeRun({ action, deliveries, moved });
  return { id, at, purchaseId, action, deliveries, balanceBefore, balanceAfter, entries, sentence };
}
