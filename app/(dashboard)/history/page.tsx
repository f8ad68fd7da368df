import { Download } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { BillingError, type HistoryRequest, listBillingHistory } from '@/lib/billing';
import { PageHeader } from '../../_components/page-header';
import { Button } from '../../_components/ui/button';
import { Card } from '../../_components/ui/card';
import { requireSession } from '../../_session';
import { EntryTable } from '../_components/entry-table';
import { EmptyHistory } from './_components/empty-history';
import { FilterLinks } from './_components/filter-links';
import { Pager } from './_components/pager';
import { loadHistorySearch } from './_search';

export const metadata: Metadata = { title: 'Billing history' };

const pageSize = 25;

export default async function HistoryPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { teamId } = await requireSession();
  const { filter, cursor, trail } = await loadHistorySearch(searchParams);
  const page = await readPage({ teamId, filter, cursor: cursor ?? undefined, limit: pageSize });
  return (
    <>
      <PageHeader
        title="Billing history"
        description="Every movement of the balance, why it happened and what proved it. Lines are only ever added."
        actions={
          <Button asChild>
            <a href="/history/export" download>
              <Download aria-hidden="true" /> Export CSV
            </a>
          </Button>
        }
      />
      <FilterLinks current={filter} />
      <Card className="mt-4">
        {page.entries.length > 0 ? (
          <EntryTable caption="Movements of the balance, newest first" entries={page.entries} />
        ) : (
          <EmptyHistory filter={filter} />
        )}
      </Card>
      <Pager filter={filter} cursor={cursor} trail={trail} nextCursor={page.nextCursor} />
    </>
  );
}

/** An address with a cursor that is none of ours starts at the newest line again. */
function readPage(request: HistoryRequest) {
  return listBillingHistory(request).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect('/history');
    throw error;
  });
}
