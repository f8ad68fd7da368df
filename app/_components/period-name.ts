import type { PeriodView } from '@/lib/billing';
import { longDay } from './day';
import { planTitle } from './plan-price';

/** `Pro, 20 Sept 2026 to 20 Oct 2026` */
export function periodName({ planName, quantity, start, end }: PeriodView): string {
  return `${planTitle(planName ?? 'an unknown plan', quantity)}, ${longDay(start)} to ${longDay(end)}`;
}
