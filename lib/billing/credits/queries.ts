import type { creditPurchases, holdStates, ledgerKinds } from '@/db/schema';

/** A team's credits: whole numbers. `available` is what can be spent now: `balance - held`, less what has lapsed. */
export interface CreditsView {
  balance: number;
  held: number;
  available: number;
}

export type LedgerKind = (typeof ledgerKinds)[number];
export type HoldState = (typeof holdStates)[number];

/** What a line of the history belongs to, when it came from a payment. */
export interface HistoryPayment {
  purchaseId: string;
  provider: string;
  /** The business key under which this payment counts once. */
  purchaseKey: string;
  providerPaymentId: string | null;
  /** The provider's event that was applied for it. */
  eventId: string;
  items: { item: string; name: string; quantity: number; credits: number }[];
  amountMinor: number;
  taxMinor: number;
  discountMinor: number;
  refundedMinor: number;
  currency: string;
  status: (typeof creditPurchases.$inferSelect)['status'];
}

/** One movement of the balance and why it is there. */
export interface HistoryEntry {
  id: string;
  at: Date;
  kind: LedgerKind;
  /** Credits: positive came in, negative went out. */
  delta: number;
  balanceAfter: number;
  reason: string;
  ref: string | null;
  actor: string;
  payment: HistoryPayment | null;
}

export const historyFilters = ['all', 'purchases', 'reversals', 'usage', 'other'] as const;
export type HistoryFilter = (typeof historyFilters)[number];

export interface HistoryPage {
  entries: HistoryEntry[];
  /** Hand it back to read on; null at the end. */
  nextCursor: string | null;
}

/** One day of movements, UTC. */
export interface DayOfMovements {
  /** `2026-09-20` */
  day: string;
  creditsIn: number;
  creditsOut: number;
  /** At the end of the day. */
  balance: number;
}
