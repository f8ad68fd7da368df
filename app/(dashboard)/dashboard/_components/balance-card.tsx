import type { CreditsView, DayOfMovements } from '@/lib/billing';
import { formatCredits } from '../../../_components/credits';
import { Card } from '../../../_components/ui/card';
import { cn } from '../../../_components/ui/cn';
import { Movements } from './movements';

export function BalanceCard({ credits, days }: { credits: CreditsView; days: DayOfMovements[] }) {
  return (
    <Card aria-labelledby="balance-title">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 px-5 pt-4">
        <div>
          <h2 id="balance-title" className="text-sm text-muted-foreground">
            Balance
          </h2>
          <p className="mt-1 flex items-baseline gap-2">
            <span
              data-testid="balance"
              className={cn('text-4xl font-semibold tracking-tight', credits.balance < 0 && 'text-danger')}
            >
              {formatCredits(credits.balance)}
            </span>
            <span className="text-sm text-muted-foreground">credits</span>
          </p>
        </div>
        <dl className="flex gap-8 pb-1 text-sm">
          <div>
            <dt className="text-xs text-muted-foreground">Available</dt>
            <dd className="mt-0.5 font-medium">{formatCredits(credits.available)}</dd>
          </div>
          <div>
            <dt className="text-xs text-muted-foreground">Held</dt>
            <dd className="mt-0.5 font-medium">{formatCredits(credits.held)}</dd>
          </div>
        </dl>
      </div>
      {credits.held > 0 ? (
        <p className="mx-5 mt-2 text-[0.8125rem] text-muted-foreground">
          Held credits are reserved for jobs that are still running: part of the balance, not available to others.
        </p>
      ) : null}
      {credits.balance < 0 ? (
        <p className="mx-5 mt-3 rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">
          A refund or dispute took back credits that were already spent. The next purchase first pays this debt.
        </p>
      ) : null}
      <Movements days={days} />
    </Card>
  );
}
