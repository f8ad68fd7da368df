import { Receipt } from 'lucide-react';
import Link from 'next/link';
import type { HistoryFilter } from '@/lib/billing';
import { EmptyState } from '../../../_components/empty-state';
import { Button } from '../../../_components/ui/button';

export function EmptyHistory({ filter }: { filter: HistoryFilter }) {
  if (filter !== 'all')
    return (
      <EmptyState
        icon={Receipt}
        title="Nothing of this kind"
        action={
          <Button asChild>
            <Link href="/history">Show everything</Link>
          </Button>
        }
      >
        No line of the history matches this filter.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Receipt}
      title="No movements yet"
      action={
        <Button asChild variant="primary">
          <Link href="/dashboard#packs">Buy a first pack</Link>
        </Button>
      }
    >
      The first purchase writes the first line.
    </EmptyState>
  );
}
