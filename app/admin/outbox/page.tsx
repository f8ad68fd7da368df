import { Mail } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { BillingError } from '@/lib/billing';
import { listMessages } from '@/lib/billing/operator';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { Card } from '../../_components/ui/card';
import { requireOperator } from '../../_session';
import { FilterSelect } from '../_components/filter-select';
import { MessagesTable } from '../_components/messages-table';
import { Pager } from '../_components/pager';
import { messageStateNames } from '../_components/states';
import { messageStates } from '../_components/words';
import { loadOutboxSearch, type OutboxSearch, outboxUrl } from './_search';

export const metadata: Metadata = { title: 'Outbox' };

export default async function OutboxPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator();
  const search = await loadOutboxSearch(searchParams);
  const page = await readPage(search);
  const href = (change: Partial<OutboxSearch>) => outboxUrl('/admin/outbox', { ...search, ...change, cursor: null });
  return (
    <>
      <PageHeader
        title="Outbox"
        description="What is to be told, written with its cause and sent afterwards. What it says stays between the product and its customer."
      />
      <FilterSelect
        label="State"
        value={search.state ?? ''}
        options={[
          { value: '', label: 'Any state', href: href({ state: null }) },
          ...messageStateNames.map((state) => ({
            ...{ value: state, label: messageStates[state].word, href: href({ state }) },
          })),
        ]}
      />
      <Card className="mt-4">
        {page.entries.length > 0 ? (
          <MessagesTable caption="Messages, the newest first" messages={page.entries} />
        ) : (
          <EmptyState icon={Mail} title={search.state ? 'No message in this state' : 'Nothing to tell yet'}>
            {search.state
              ? 'Choose another state to see the other messages.'
              : 'The first purchase or renewal writes the first message.'}
          </EmptyState>
        )}
      </Card>
      <Pager
        label="Pages of the outbox"
        first={search.cursor ? outboxUrl('/admin/outbox', { ...search, cursor: null }) : null}
        older={page.nextCursor ? outboxUrl('/admin/outbox', { ...search, cursor: page.nextCursor }) : null}
      />
    </>
  );
}

/** An address with a cursor that is none of ours starts at the newest message again. */
function readPage({ state, team, cursor }: OutboxSearch) {
  return listMessages({ state, teamId: team, cursor }).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect('/admin/outbox');
    throw error;
  });
}
