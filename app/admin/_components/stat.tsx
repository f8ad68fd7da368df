import Link from 'next/link';
import { cn } from '../../_components/ui/cn';

interface StatProps {
  term: string;
  hint: string;
  value: number | string;
  href?: string;
  /** Somebody should look. */
  isBad?: boolean;
}

/** One number, and where the things are that it counts. */
export function Stat({ term, hint, value, href, isBad = false }: StatProps) {
  const shown = typeof value === 'number' ? value.toLocaleString('en-US') : value;
  return (
    <div className="relative min-w-0 rounded-lg border bg-card px-4 py-3 shadow-card">
      <dt className="truncate text-xs text-muted-foreground">
        {href ? (
          <Link href={href} className="rounded-sm after:absolute after:inset-0 after:rounded-lg hover:text-foreground">
            {term}
          </Link>
        ) : (
          term
        )}
      </dt>
      <dd className={cn('mt-0.5 truncate text-2xl font-semibold tracking-tight', isBad && 'text-danger')}>{shown}</dd>
      <dd className="truncate text-xs text-muted-foreground">{hint}</dd>
    </div>
  );
}
