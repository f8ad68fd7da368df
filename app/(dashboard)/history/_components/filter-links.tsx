import Link from 'next/link';
import { type HistoryFilter, historyFilters } from '@/lib/billing';
import { historyUrl } from '../_search';

const labels: Record<HistoryFilter, string> = {
  all: 'All',
  purchases: 'Purchases',
  allowances: 'Allowances',
  reversals: 'Refunds and disputes',
  usage: 'Usage',
  other: 'Other',
};

export function FilterLinks({ current }: { current: HistoryFilter }) {
  return (
    <nav aria-label="Filter the history">
      <ul className="flex flex-wrap gap-1.5">
        {historyFilters.map((filter) => (
          <li key={filter}>
            <Link
              href={historyUrl('/history', { filter })}
              aria-current={filter === current ? 'true' : undefined}
              className="inline-flex h-8 items-center rounded-full border bg-card px-3 text-[0.8125rem] text-muted-foreground transition-colors hover:bg-muted hover:text-foreground aria-[current=true]:border-transparent aria-[current=true]:bg-accent aria-[current=true]:font-medium aria-[current=true]:text-accent-foreground"
            >
              {labels[filter]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
