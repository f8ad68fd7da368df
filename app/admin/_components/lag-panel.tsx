'use client';

import dynamic from 'next/dynamic';
import type { HourOfDeliveries } from '@/lib/billing/operator';
import { Skeleton } from '../../_components/ui/skeleton';
import { lags } from './hours';
import { Legend, PictureOrTable } from './picture-or-table';
import { hourWord, secondsWord } from './seconds';
import { SmallTable } from './small-table';

const LagChart = dynamic(() => import('./lag-chart').then((chart) => chart.LagChart), {
  ssr: false,
  loading: () => <Skeleton className="size-full" />,
});

/** The slowest one in twenty of each hour: what most people wait is less. */
export function LagPanel({ hours }: { hours: HourOfDeliveries[] }) {
  const points = hours.map(({ hour, receiptLag, settlingLag }) => ({
    ...{ hour, receipt: receiptLag.p95, settling: settlingLag.p95 },
  }));
  const isEmpty = points.every(({ receipt, settling }) => receipt === null && settling === null);
  const shown = (seconds: number | null) => (seconds === null ? '–' : secondsWord(seconds));
  return (
    <PictureOrTable
      label="Show delays as"
      legend={<Legend items={[...lags]} />}
      picture={
        isEmpty ? (
          <p className="pt-20 text-center text-sm text-muted-foreground">Nothing arrived in the last 24 hours.</p>
        ) : (
          <LagChart points={points} />
        )
      }
      table={
        <SmallTable
          caption="Delays of the last 24 hours in the middle and at the 95th percentile, the newest first, UTC"
          heads={['Hour', 'To receipt', 'at 95 %', 'To settled', '95 % settled']}
          rows={hours
            .toReversed()
            .map(({ hour, receiptLag, settlingLag }) => [
              hourWord(hour),
              ...[receiptLag.p50, receiptLag.p95, settlingLag.p50, settlingLag.p95].map(shown),
            ])}
        />
      }
    />
  );
}
