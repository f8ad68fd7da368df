import type { PeriodView } from '@/lib/billing';
import { longDay } from './day';
import { planTitle } from './plan-price';

/** `Pro, 20 Sept 2026 to 20 Oct 2026` */
export function periodName(period: PeriodView): string {
  return `${planTitle(period.planName ?? 'an unknown plan', period.quantity)}, ${periodDays(period)}`;
}

/** `20 Sept 2026 to 20 Oct 2026` */
export function periodDays({ start, end }: Pick<PeriodView, 'start' | 'end'>): string {
  return `${longDay(start)} to ${longDay(end)}`;
}
