import type { Usage } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { Card } from '../../../_components/ui/card';
import { cn } from '../../../_components/ui/cn';
import { DayBars } from './day-bars';
import { DaysTable } from './days-table';

export function DaysCard({ usage, className }: { usage: Usage; className?: string }) {
  const { total, days } = usage;
  return (
    <Card aria-labelledby="days" className={cn('min-w-0 pb-4', className)}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3 px-5 pt-4 pb-5">
        <div>
          <h2 id="days" className="text-sm text-muted-foreground">
            Spent in {days.length} days
          </h2>
          <p className="mt-1 flex items-baseline gap-2">
            <span className="text-4xl font-semibold tracking-tight" data-testid="spent">
              {formatCredits(total)}
            </span>
            <span className="text-sm text-muted-foreground">{total === 1 ? 'credit' : 'credits'}</span>
          </p>
        </div>
        <dl className="pb-1 text-sm">
          <dt className="text-xs text-muted-foreground">A day, on average</dt>
          <dd className="mt-0.5 text-right font-medium">{averageOf(total / days.length)}</dd>
        </dl>
      </div>
      <DayBars days={days} />
      <details className="mt-3 px-5 text-sm">
        <summary className="w-fit cursor-pointer rounded-sm text-muted-foreground hover:text-foreground">
          The same as a table
        </summary>
        <DaysTable days={days} />
      </details>
    </Card>
  );
}

/** Whole from ten on, with a tenth below; never zero where something was spent. */
function averageOf(credits: number): string {
  if (credits > 0 && credits < 0.1) return 'under 0.1';
  return formatCredits(credits < 10 ? Math.round(credits * 10) / 10 : Math.round(credits));
}
