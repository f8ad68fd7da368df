import { Inbox } from 'lucide-react';
import type { Metadata } from 'next';
import Link from 'next/link';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { BillingError } from '@/lib/billing';
import { listEvents, listFailedCodes } from '@/lib/billing/operator';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { Button } from '../../_components/ui/button';
import { Card } from '../../_components/ui/card';
import { requireOperator } from '../../_session';
import { EventsTable } from '../_components/events-table';
import { Pager } from '../_components/pager';
import { BulkReplay } from './_components/bulk-replay';
import { InboxFilters } from './_components/inbox-filters';
import { type InboxSearch, inboxUrl, loadInboxSearch } from './_search';

export const metadata: Metadata = { title: 'Inbox' };

export default async function InboxPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator();
  const search = await loadInboxSearch(searchParams);
  const [page, codes] = await Promise.all([readPage(search), listFailedCodes()]);
  const chosen = codes.find(({ code }) => code === search.code);
  return (
    <>
      <PageHeader
        title="Inbox"
        description="Every event that a provider sent, once each, with what became of it. The newest first."
        actions={chosen ? <BulkReplay code={chosen.code} count={chosen.count} provider={search.provider} /> : null}
      />
      <InboxFilters search={search} codes={codes} />
      <Card className="mt-4">
        {page.entries.length > 0 ? (
          <EventsTable caption="Events, the newest first" events={page.entries} />
        ) : (
          <EmptyInbox isFiltered={inboxUrl('', { ...search, cursor: null }) !== ''} />
        )}
      </Card>
      <Pager
        label="Pages of the inbox"
        first={search.cursor ? inboxUrl('/admin/inbox', { ...search, cursor: null }) : null}
        older={page.nextCursor ? inboxUrl('/admin/inbox', { ...search, cursor: page.nextCursor }) : null}
      />
    </>
  );
}

function EmptyInbox({ isFiltered }: { isFiltered: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState icon={Inbox} title="Nothing has arrived yet">
        Point a provider’s webhooks to /api/webhooks/&lt;provider&gt;, or buy something in the sandbox.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={Inbox}
      title="No event of this kind"
      action={
        <Button asChild>
          <Link href="/admin/inbox">Show everything</Link>
        </Button>
      }
    >
      Nothing in the inbox matches these filters.
    </EmptyState>
  );
}

/** An address with a cursor that is none of ours starts at the newest event again. */
function readPage({ team, ...search }: InboxSearch) {
  return listEvents({ ...search, teamId: team }).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect('/admin/inbox');
    throw error;
  });
}
