import type { Transaction } from '@/db/client';
import { enqueue } from '../outbox/outbox';

export interface Spending {
  teamId: string;
  /** Balances, whole credits. */
  before: number;
  after: number;
  /** Null: nobody wants to hear of it. */
  lowAt: number | null;
  /** The ledger's key of what was spent: it crosses the threshold once. */
  idempotencyKey: string;
}

/** Tells a team, in the transaction of what it spent, that this took its balance below the threshold. */
export async function tellWhenLow(tx: Transaction, spending: Spending, at: Date): Promise<void> {
  const { teamId, before, after, lowAt, idempotencyKey } = spending;
  if (lowAt === null || before < lowAt || after >= lowAt) return;
  const dedupKey = `credits_low:${teamId}:${idempotencyKey}`;
  const about = { teamId, subscriptionId: null, billingPeriodId: null };
  await enqueue(tx, { eventType: 'credits_low', ...about, dedupKey, payload: { balance: after, lowAt } }, { at });
}
