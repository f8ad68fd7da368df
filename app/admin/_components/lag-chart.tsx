'use client';

import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { ChartTooltip } from './chart-tooltip';
import { lags } from './hours';
import { hourWord, secondsWord } from './seconds';

export interface LagPoint {
  hour: string;
  /** Seconds at the 95th percentile; null where nothing was. */
  receipt: number | null;
  settling: number | null;
}

const tick = { fill: 'var(--muted-foreground)', fontSize: 11 };

/** A delay of milliseconds and one of minutes are both to be seen, so each step up is ten times as long. */
const least = 0.01;
const ticks = [0.01, 0.1, 1, 10, 60, 600, 3600, 36_000, 864_000, 8_640_000];

function drawable(seconds: number | null): number | null {
  return seconds === null ? null : Math.max(seconds, least);
}

/** Two lines over a day. The table beside it says the same in numbers. */
export function LagChart({ points }: { points: LagPoint[] }) {
  const drawn = points.map((point) => ({
    ...{ hour: point.hour, receipt: drawable(point.receipt), settling: drawable(point.settling) },
  }));
  const slowest = Math.max(...drawn.flatMap(({ receipt, settling }) => [receipt ?? least, settling ?? least]));
  return (
    <div aria-hidden="true" className="size-full overflow-hidden">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart accessibilityLayer={false} data={drawn} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis dataKey="hour" tickFormatter={hourWord} tick={tick} tickLine={false} axisLine={false} interval={5} />
          <YAxis
            width={48}
            scale="log"
            domain={[least, 'auto']}
            ticks={ticks.filter((seconds) => seconds <= slowest)}
            tick={tick}
            tickLine={false}
            axisLine={false}
            // One that may break is broken over two lines.
            tickFormatter={(seconds: number) => secondsWord(seconds).replace(' ', '\u00a0')}
          />
          <Tooltip
            cursor={{ stroke: 'var(--border)' }}
            content={({ payload }) => {
              const point: LagPoint | undefined = payload?.[0]?.payload;
              return point ? (
                <ChartTooltip
                  title={`${hourWord(point.hour)} UTC, at 95 %`}
                  lines={lags.map(({ name, label }) => ({ label, value: wordOf(point[name]) }))}
                />
              ) : null;
            }}
          />
          {lags.map(({ name, color }) => (
            <Line
              key={name}
              type="monotone"
              dataKey={name}
              stroke={color}
              strokeWidth={2}
              dot={{ r: 2, fill: color, strokeWidth: 0 }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

function wordOf(seconds: number | null): string {
  return seconds === null ? 'nothing' : secondsWord(seconds);
}
