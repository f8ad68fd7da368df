import type { HistoryEntry } from '@/lib/billing';
import type { LabRun } from '@/lib/billing/lab';

/** A run as the page shows it, on a payment or on a subscription. */
export interface ShownRun
  extends Pick<LabRun, 'id' | 'at' | 'deliveries' | 'balanceBefore' | 'balanceAfter' | 'entries' | 'sentence'> {
  /** What was done. */
  label: string;
  /** The line that the payment itself wrote, for when no line was added. */
  paid: HistoryEntry | undefined;
}
