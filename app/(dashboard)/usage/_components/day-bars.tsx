import type { Usage } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { formatDay } from './format-day';

const height = 160;

/** A bar for each day. Drawn on the server: the page loads no chart library. The table below says the same in words. */
export function DayBars({ days }: { days: Usage['days'] }) {
  const most = Math.max(...days.map(({ credits }) => credits), 1);
  const [first, last] = [days.at(0), days.at(-1)];
  return (
    <div aria-hidden="true" className="px-5">
      <div className="flex items-end gap-px border-b sm:gap-0.5" style={{ height }}>
        {days.map(({ day, credits }) => (
          <div
            key={day}
            className="group relative h-full min-w-0 flex-1"
            title={`${formatDay(day)}: ${formatCredits(credits)}`}
          >
            <div
              className="absolute inset-x-0 bottom-0 rounded-t-[3px] bg-chart-out group-hover:bg-primary"
              style={{ height: credits === 0 ? 0 : Math.max(Math.round((credits / most) * height), 2) }}
            />
          </div>
        ))}
      </div>
      <div className="mt-1.5 flex justify-between text-xs text-muted-foreground">
        <span>{first ? formatDay(first.day) : ''}</span>
        <span>at most {formatCredits(most)} a day</span>
        <span>{last ? formatDay(last.day) : ''}</span>
      </div>
    </div>
  );
}
