import Link from 'next/link';
import { spans, usageUrl } from '../_search';

export function SpanLinks({ current }: { current: number }) {
  return (
    <nav aria-label="Span of the usage">
      <ul className="flex flex-wrap gap-1.5">
        {spans.map((days) => (
          <li key={days}>
            <Link
              href={usageUrl('/usage', { days })}
              aria-current={days === current ? 'true' : undefined}
              className="inline-flex h-8 items-center rounded-full border bg-card px-3 text-[0.8125rem] text-muted-foreground transition-colors hover:bg-muted hover:text-foreground aria-[current=true]:border-transparent aria-[current=true]:bg-accent aria-[current=true]:font-medium aria-[current=true]:text-accent-foreground"
            >
              {days} days
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
