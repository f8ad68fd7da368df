'use client';

import type { ReactNode } from 'react';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../_components/ui/tabs';

/** The same numbers as a picture and as a table. */
export function PictureOrTable({
  label,
  legend,
  picture,
  table,
}: Record<'legend' | 'picture' | 'table', ReactNode> & { label: string }) {
  return (
    <Tabs defaultValue="chart" className="px-5 pb-5">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        {legend}
        <TabsList aria-label={label}>
          <TabsTrigger value="chart">Chart</TabsTrigger>
          <TabsTrigger value="table">Table</TabsTrigger>
        </TabsList>
      </div>
      <TabsContent value="chart" className="relative h-56">
        {picture}
      </TabsContent>
      <TabsContent value="table" className="max-h-56 overflow-auto" tabIndex={0}>
        {table}
      </TabsContent>
    </Tabs>
  );
}

/** What the colours of a picture stand for. */
export function Legend({ items }: { items: { label: string; color: string }[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted-foreground">
      {items.map(({ label, color }) => (
        <li key={label} className="flex items-center gap-1.5">
          <span aria-hidden="true" className="size-2.5 rounded-xs" style={{ background: color }} />
          {label}
        </li>
      ))}
    </ul>
  );
}
