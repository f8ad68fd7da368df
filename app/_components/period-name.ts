import type { HistoryEntry, PeriodView } from '@/lib/billing';
import { longDay } from './day';
import { planTitle } from './plan-price';

/** `Pro, 20 Sept 2026 to 20 Oct 2026` */
export function periodName(period: PeriodView): string {
  return `${planTitle(period.planName ?? 'an unknown plan', period.quantity)}, ${periodDays(period)}`;
}

/** The period behind a line of the ledger. What a change within it led to is not the plan that it was paid for. */
export function entryPeriod({ period, isPlanChange }: Pick<HistoryEntry, 'period' | 'isPlanChange'>): string | null {
  if (period === null) return null;
  return isPlanChange ? periodDays(period) : periodName(period);
}

/** `20 Sept 2026 to 20 Oct 2026` */
function periodDays({ start, end }: Pick<PeriodView, 'start' | 'end'>): string {
  return `${longDay(start)} to ${longDay(end)}`;
}
