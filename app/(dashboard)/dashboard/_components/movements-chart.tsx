'use client';

import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import type { DayOfMovements } from '@/lib/billing';
import { formatCredits, formatDelta } from '../../../_components/credits';
import { formatDay } from './day';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact' });
const tick = { fill: 'var(--muted-foreground)', fontSize: 11 };

/** Credits in above the line, credits out below it. The table beside it says the same in words. */
export function MovementsChart({ days, empty }: { days: DayOfMovements[]; empty: boolean }) {
  const bars = days.map((day) => ({ ...day, below: -day.creditsOut }));
  const weekly = days.filter((_, index) => (days.length - 1 - index) % 7 === 0).map(({ day }) => day);
  return (
    <div aria-hidden="true" className="size-full overflow-hidden">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          accessibilityLayer={false}
          data={bars}
          stackOffset="sign"
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
          barCategoryGap="28%"
        >
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="day"
            tickFormatter={formatDay}
            tick={tick}
            tickLine={false}
            axisLine={false}
            ticks={weekly}
            interval={0}
          />
          <YAxis
            width={44}
            domain={empty ? [0, 4] : undefined}
            tick={empty ? false : tick}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
            tickFormatter={(credits: number) => compact.format(credits).replace('-', '−')}
          />
          <ReferenceLine y={0} stroke="var(--input)" />
          <Tooltip
            content={({ payload }) => <DayTooltip day={payload?.[0]?.payload} />}
            cursor={{ fill: 'var(--muted)' }}
          />
          <Bar
            dataKey="creditsIn"
            stackId="day"
            fill="var(--chart-in)"
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
          />
          <Bar dataKey="below" stackId="day" fill="var(--chart-out)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

function DayTooltip({ day }: { day: DayOfMovements | undefined }) {
  if (!day) return null;
  return (
    <div className="rounded-md border bg-popover px-3 py-2 text-xs text-popover-foreground shadow-overlay">
      <p className="mb-1.5 font-medium">{formatDay(day.day)}</p>
      <dl className="grid grid-cols-[auto_auto] gap-x-4 gap-y-1 [&_dd]:text-right [&_dt]:text-muted-foreground">
        <dt>In</dt>
        <dd>{formatDelta(day.creditsIn)}</dd>
        <dt>Out</dt>
        <dd>{formatDelta(-day.creditsOut)}</dd>
        <dt>Balance</dt>
        <dd>{formatCredits(day.balance)}</dd>
      </dl>
    </div>
  );
}
