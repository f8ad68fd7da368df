import Link from 'next/link';
import type { Plan } from '@/lib/billing';

const labels: Record<Plan['interval'], string> = { month: 'Monthly', year: 'Yearly' };

export function IntervalLinks({ current, intervals }: { current: Plan['interval']; intervals: Plan['interval'][] }) {
  return (
    <nav aria-label="Billed">
      <ul className="inline-flex gap-0.5 rounded-md bg-secondary p-0.5">
        {intervals.map((interval) => (
          <li key={interval}>
            <Link
              href={`/pricing?${new URLSearchParams({ interval })}`}
              scroll={false}
              aria-current={interval === current ? 'true' : undefined}
              className="inline-flex h-8 items-center rounded-sm px-3.5 text-[0.8125rem] font-medium text-muted-foreground transition-colors hover:text-foreground aria-[current=true]:bg-card aria-[current=true]:text-foreground aria-[current=true]:shadow-card"
            >
              {labels[interval]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
