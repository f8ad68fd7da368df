import { CircleCheck } from 'lucide-react';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { BillingError } from '@/lib/billing';
import { caseHelp, listCases } from '@/lib/billing/operator';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { Card } from '../../_components/ui/card';
import { requireOperator } from '../../_session';
import { CasesTable } from '../_components/cases-table';
import { FilterSelect } from '../_components/filter-select';
import { Pager } from '../_components/pager';
import { caseStateNames } from '../_components/states';
import { caseStates, codeWord } from '../_components/words';
import { type CasesSearch, casesUrl, loadCasesSearch } from './_search';

export const metadata: Metadata = { title: 'Cases' };

export default async function CasesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireOperator();
  const search = await loadCasesSearch(searchParams);
  const page = await readPage(search);
  return (
    <>
      <PageHeader
        title="Cases"
        description="What needs a person: what we hold, what the provider says, and which event brought it up."
      />
      <CaseFilters search={search} />
      <Card className="mt-4">
        {page.entries.length > 0 ? (
          <CasesTable caption="Cases, those opened last first" cases={page.entries} />
        ) : (
          <EmptyState icon={CircleCheck} title={search.state === 'open' ? 'Nothing is open' : 'No case of this kind'}>
            {search.state === 'open'
              ? 'Everything that was paid for has been granted, or somebody has dealt with it.'
              : 'No case matches these filters.'}
          </EmptyState>
        )}
      </Card>
      <Pager
        label="Pages of the cases"
        first={search.cursor ? casesUrl('/admin/cases', { ...search, cursor: null }) : null}
        older={page.nextCursor ? casesUrl('/admin/cases', { ...search, cursor: page.nextCursor }) : null}
      />
    </>
  );
}

function CaseFilters({ search }: { search: CasesSearch }) {
  const href = (change: Partial<CasesSearch>) => casesUrl('/admin/cases', { ...search, ...change, cursor: null });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterSelect
        label="State"
        value={search.state === 'any' ? '' : search.state}
        options={[
          ...caseStateNames.map((state) => ({
            ...{ value: state, label: caseStates[state].word, href: href({ state }) },
          })),
          { value: '', label: 'Any state', href: href({ state: 'any' }) },
        ]}
      />
      <FilterSelect
        label="Kind"
        value={search.kind ?? ''}
        options={[
          { value: '', label: 'Any kind', href: href({ kind: null }) },
          ...Object.keys(caseHelp).map((kind) => ({ value: kind, label: codeWord(kind), href: href({ kind }) })),
        ]}
      />
    </div>
  );
}

/** An address with a cursor that is none of ours starts at the newest case again. */
function readPage({ state, kind, team, cursor }: CasesSearch) {
  return listCases({ state: state === 'any' ? null : state, kind, teamId: team, cursor }).catch((error: unknown) => {
    if (error instanceof BillingError && error.code === 'invalid_cursor') redirect('/admin/cases');
    throw error;
  });
}
