'use client';

import dynamic from 'next/dynamic';
import type { HourOfDeliveries } from '@/lib/billing/operator';
import { Skeleton } from '../../_components/ui/skeleton';
import { barOf, groups } from './hours';
import { Legend, PictureOrTable } from './picture-or-table';
import { hourWord } from './seconds';
import { SmallTable } from './small-table';

const DeliveriesChart = dynamic(() => import('./deliveries-chart').then((chart) => chart.DeliveriesChart), {
  ssr: false,
  loading: () => <Skeleton className="size-full" />,
});

export function DeliveriesPanel({ hours }: { hours: HourOfDeliveries[] }) {
  const bars = hours.map(barOf);
  const isEmpty = bars.every(({ settled, open, parked }) => settled + open + parked === 0);
  return (
    <PictureOrTable
      label="Show deliveries as"
      legend={<Legend items={[...groups]} />}
      picture={
        <>
          <DeliveriesChart bars={bars} isEmpty={isEmpty} />
          {isEmpty ? (
            <p className="absolute inset-x-0 top-20 text-center text-sm text-muted-foreground">
              <span className="bg-card px-2 leading-7">Nothing arrived in the last 24 hours.</span>
            </p>
          ) : null}
        </>
      }
      table={
        <SmallTable
          caption="Deliveries of the last 24 hours, the newest first, UTC"
          heads={['Hour', ...groups.map(({ label }) => label)]}
          rows={bars
            .toReversed()
            .map(({ hour, settled, open, parked }) => [hourWord(hour), `${settled}`, `${open}`, `${parked}`])}
        />
      }
    />
  );
}
