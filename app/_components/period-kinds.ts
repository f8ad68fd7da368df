import type { PeriodView } from '@/lib/billing';

/** What a paid period was, in the life of its subscription. */
export const periodKinds: Record<PeriodView['kind'], string> = {
  first: 'First period',
  trial_conversion: 'First after the trial',
  renewal: 'Renewal',
  recovery: 'Paid late',
  resumption: 'Resumed',
  replacement: 'Plan replaced',
  after_end: 'Paid after the end',
};
