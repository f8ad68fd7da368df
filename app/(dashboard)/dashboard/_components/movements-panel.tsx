'use client';

import type { DayOfMovements } from '@/lib/billing';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../_components/ui/tabs';
import { MovementsChart } from './movements-chart';
import { MovementsTable } from './movements-table';

/** The days as a picture, and the same days as a table. */
export function MovementsPanel({ days }: { days: DayOfMovements[] }) {
  const moved = days.some(({ creditsIn, creditsOut }) => creditsIn > 0 || creditsOut > 0);
  return (
    <Tabs defaultValue="chart" className="px-5 pt-6 pb-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-[0.8125rem] font-medium">Movements, last {days.length} days</h3>
        <TabsList aria-label="Show movements as">
          <TabsTrigger value="chart">Chart</TabsTrigger>
          <TabsTrigger value="table">Table</TabsTrigger>
        </TabsList>
      </div>
      <TabsContent value="chart" className="relative h-64">
        <MovementsChart days={days} empty={!moved} />
        {moved ? null : (
          <p className="absolute inset-x-0 top-24 text-center text-sm text-muted-foreground">
            <span className="bg-card px-2 leading-7">No credits moved yet. The first pack will show here.</span>
          </p>
        )}
      </TabsContent>
      <TabsContent value="table" className="h-64 overflow-y-auto">
        <MovementsTable days={days} />
      </TabsContent>
    </Tabs>
  );
}
