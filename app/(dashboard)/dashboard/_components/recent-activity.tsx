import { Receipt } from 'lucide-react';
import Link from 'next/link';
import type { HistoryEntry } from '@/lib/billing';
import { EmptyState } from '../../../_components/empty-state';
import { Button } from '../../../_components/ui/button';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import { EntryTable } from '../../_components/entry-table';

export function RecentActivity({ entries, className }: { entries: HistoryEntry[]; className?: string }) {
  return (
    <Card className={className} aria-labelledby="recent-title">
      <CardHeader>
        <CardTitle id="recent-title">Recent activity</CardTitle>
        {entries.length > 0 ? (
          <Button asChild variant="link" size="inline" className="text-[0.8125rem]">
            <Link href="/history">All of the history</Link>
          </Button>
        ) : null}
      </CardHeader>
      {entries.length > 0 ? (
        <EntryTable caption="The latest movements of the balance" entries={entries} />
      ) : (
        <EmptyState icon={Receipt} title="No movements yet">
          Buy a pack or subscribe. Its line will say why it came and which event proved it.
        </EmptyState>
      )}
    </Card>
  );
}
