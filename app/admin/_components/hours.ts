import type { HourOfDeliveries } from '@/lib/billing/operator';

/** What somebody looks for in a picture of an hour: what went well, what is still open, what is stuck. */
export const groups = [
  { name: 'settled', label: 'Settled', color: 'var(--chart-in)' },
  { name: 'open', label: 'Waiting or retrying', color: 'var(--chart-wait)' },
  { name: 'parked', label: 'Parked', color: 'var(--danger)' },
] as const;

export interface HourBar {
  hour: string;
  settled: number;
  open: number;
  parked: number;
}

export function barOf({ hour, byState }: HourOfDeliveries): HourBar {
  const { applied, ignored, stale, dismissed, waiting, retrying, parked } = byState;
  return { hour, settled: applied + ignored + stale + dismissed, open: waiting + retrying, parked };
}

export const lags = [
  { name: 'receipt', label: 'Happened to received', color: 'var(--chart-out)' },
  { name: 'settling', label: 'Received to settled', color: 'var(--chart-in)' },
] as const;
