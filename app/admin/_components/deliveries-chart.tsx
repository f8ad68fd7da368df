'use client';

import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from './chart-tooltip';
import { groups, type HourBar } from './hours';
import { hourWord } from './seconds';

const tick = { fill: 'var(--muted-foreground)', fontSize: 11 };

/** One bar an hour. The table beside it says the same in numbers. */
export function DeliveriesChart({ bars, isEmpty }: { bars: HourBar[]; isEmpty: boolean }) {
  return (
    <div aria-hidden="true" className="size-full overflow-hidden">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart accessibilityLayer={false} data={bars} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis dataKey="hour" tickFormatter={hourWord} tick={tick} tickLine={false} axisLine={false} interval={5} />
          <YAxis
            width={36}
            domain={isEmpty ? [0, 4] : undefined}
            tick={isEmpty ? false : tick}
            tickLine={false}
            axisLine={false}
            allowDecimals={false}
          />
          <Tooltip
            cursor={{ fill: 'var(--muted)' }}
            content={({ payload }) => {
              const bar: HourBar | undefined = payload?.[0]?.payload;
              return bar ? (
                <ChartTooltip
                  title={`${hourWord(bar.hour)} UTC`}
                  lines={groups.map(({ name, label }) => ({ label, value: String(bar[name]) }))}
                />
              ) : null;
            }}
          />
          {groups.map(({ name, color }) => (
            <Bar key={name} dataKey={name} stackId="hour" fill={color} isAnimationActive={false} />
          ))}
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
