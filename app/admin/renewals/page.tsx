import { CalendarClock } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { BillingError } from '@/lib/billing';
import { getRenewalFigures, listClocks, listOperations } from '@/lib/billing/operator';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { Card } from '../../_components/ui/card';
import { requireOperator } from '../../_session';
import { ClocksTable } from '../_components/clocks-table';
import { FilterSelect } from '../_components/filter-select';
import { operationFilterWords } from '../_components/operation-words';
import { OperationsTable } from '../_components/operations-table';
import { Pager } from '../_components/pager';
import { Nothing, Section } from '../_components/section';
import { RenewalStats } from './_components/renewal-stats';
import { loadRenewalsSearch, operationFilterNames, type RenewalsSearch, renewalsUrl } from './_search';

export const metadata: Metadata = { title: 'Renewals' };

const here = '/admin/renewals';

export default async function RenewalsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator();
  const search = await loadRenewalsSearch(searchParams);
  const [figures, page, halted, running] = await Promise.all([
    getRenewalFigures(),
    readPage(search),
    listClocks('halted'),
    listClocks('running'),
  ]);
  return (
    <>
      <PageHeader
        title="Renewals"
        description="Subscriptions that we renew ourselves: a clock says when a cycle begins, a charge takes its payment. What runs on made-up time is listed, but not counted."
      />
      <div className="grid grid-cols-1 gap-6">
        <RenewalStats figures={figures} />
        {halted.length > 0 ? (
          <Section title="Halted clocks">
            <ClocksTable caption="Clocks that stand still until somebody looks" clocks={halted} />
          </Section>
        ) : null}
        <Charges search={search} page={page} />
        <Section title="Due next">
          {running.length > 0 ? (
            <ClocksTable caption="Running clocks, those due first first" clocks={running.slice(0, 20)} />
          ) : (
            <Nothing>No subscription is renewed by us yet.</Nothing>
          )}
        </Section>
      </div>
    </>
  );
}

type Charged = Awaited<ReturnType<typeof listOperations>>;

function Charges({ search, page }: { search: RenewalsSearch; page: Charged }) {
  const href = (change: Partial<RenewalsSearch>) => renewalsUrl(here, { ...search, ...change, cursor: null });
  return (
    <div>
      <FilterSelect
        label="Charges"
        value={search.filter ?? ''}
        options={[
          { value: '', label: 'All charges', href: href({ filter: null }) },
          ...operationFilterNames.map((filter) => ({
            ...{ value: filter, label: operationFilterWords[filter], href: href({ filter }) },
          })),
        ]}
      />
      <Card className="mt-4">
        {page.entries.length > 0 ? (
          <OperationsTable caption="Charges, the newest first" operations={page.entries} />
        ) : (
          <EmptyState icon={CalendarClock} title={search.filter ? 'No charge like that' : 'Nothing was charged yet'}>
            {search.filter
              ? 'Choose another state to see the other charges.'
              : 'The first cycle of a subscription with a saved card makes the first charge.'}
          </EmptyState>
        )}
      </Card>
      <Pager
        label="Pages of charges"
        first={search.cursor ? renewalsUrl(here, { ...search, cursor: null }) : null}
        older={page.nextCursor ? renewalsUrl(here, { ...search, cursor: page.nextCursor }) : null}
      />
    </div>
  );
}

/** An address with a cursor that is none of ours starts at the newest charge again. */
function readPage({ filter, subscription, cursor }: RenewalsSearch) {
  return listOperations({ filter, subscriptionId: subscription, cursor }).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect(here);
    throw error;
  });
}
