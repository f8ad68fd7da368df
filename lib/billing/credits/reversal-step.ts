import type { paymentReversals } from '@/db/schema';

export type ReversalRow = typeof paymentReversals.$inferSelect;

type Told = Pick<ReversalRow, 'providerPaymentId' | 'amountMinor' | 'cumulative' | 'status' | 'occurredAt'>;

/**
 * Reversals only move forward: pending, succeeded, failed; open, then won or lost, of which the later wins (lost, when
 * both are told for the same instant). A running total only grows. Pure, so that no order of arrival can matter.
 */
export function decideStep(held: Told, told: Told): 'forward' | 'same' | 'older' | 'conflict' {
  if (held.providerPaymentId !== told.providerPaymentId) return 'conflict';
  if (told.cumulative) {
    if (told.amountMinor !== held.amountMinor) return told.amountMinor > held.amountMinor ? 'forward' : 'older';
    return told.occurredAt > held.occurredAt ? 'forward' : 'same';
  }
  if (told.amountMinor !== held.amountMinor) return 'conflict';
  if (told.status === held.status) return told.occurredAt > held.occurredAt ? 'forward' : 'same';
  if (rank[told.status] !== rank[held.status]) return rank[told.status] > rank[held.status] ? 'forward' : 'older';
  if (told.occurredAt === held.occurredAt) return told.status === 'lost' ? 'forward' : 'older';
  return told.occurredAt > held.occurredAt ? 'forward' : 'older';
}

const rank: Record<ReversalRow['status'], number> = { pending: 0, succeeded: 1, failed: 2, open: 0, lost: 1, won: 1 };
