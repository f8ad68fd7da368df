'use client';

import dynamic from 'next/dynamic';
import type { DayOfMovements } from '@/lib/billing';
import { Skeleton } from '../../../_components/ui/skeleton';

/** The chart, its table and their tabs come after the page, and take the room that is kept for them. */
const MovementsPanel = dynamic(() => import('./movements-panel').then((panel) => panel.MovementsPanel), {
  ssr: false,
  loading: () => (
    <div className="px-5 pt-6 pb-5">
      <Skeleton className="mb-3 h-8 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  ),
});

export function Movements({ days }: { days: DayOfMovements[] }) {
  return <MovementsPanel days={days} />;
}
