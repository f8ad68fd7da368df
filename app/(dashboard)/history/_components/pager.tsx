import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { HistoryFilter } from '@/lib/billing';
import { Button } from '../../../_components/ui/button';
import { historyUrl } from '../_search';

interface PagerProps {
  filter: HistoryFilter;
  cursor: string | null;
  trail: string[];
  nextCursor: string | null;
}

/** How many pages "Newer" can go back before it starts at the newest: an address has its limits. */
const longestTrail = 50;

export function Pager({ filter, cursor, trail, nextCursor }: PagerProps) {
  if (!cursor && !nextCursor) return null;
  const newer = historyUrl('/history', { filter, cursor: trail.at(-1) ?? null, trail: trail.slice(0, -1) });
  const older = historyUrl('/history', {
    filter,
    cursor: nextCursor,
    trail: cursor ? [...trail, cursor].slice(-longestTrail) : [],
  });
  return (
    <nav aria-label="Pages of the history" className="mt-4 flex justify-end gap-2">
      {cursor ? (
        <Button asChild size="sm">
          <Link href={newer} rel="prev">
            <ChevronLeft aria-hidden="true" /> Newer
          </Link>
        </Button>
      ) : null}
      {nextCursor ? (
        <Button asChild size="sm">
          <Link href={older} rel="next">
            Older <ChevronRight aria-hidden="true" />
          </Link>
        </Button>
      ) : null}
    </nav>
  );
}
