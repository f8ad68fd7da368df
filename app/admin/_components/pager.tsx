import { ChevronLeft, ChevronRight } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../../_components/ui/button';

interface PagerProps {
  label: string;
  /** Null where there is none. */
  first: string | null;
  older: string | null;
}

/** A list is read on from where a page ended; back is to its beginning. */
export function Pager({ label, first, older }: PagerProps) {
  if (!first && !older) return null;
  return (
    <nav aria-label={label} className="mt-4 flex justify-end gap-2">
      {first ? (
        <Button asChild size="sm">
          <Link href={first} rel="prev">
            <ChevronLeft aria-hidden="true" /> Newest
          </Link>
        </Button>
      ) : null}
      {older ? (
        <Button asChild size="sm">
          <Link href={older} rel="next">
            Older <ChevronRight aria-hidden="true" />
          </Link>
        </Button>
      ) : null}
    </nav>
  );
}
