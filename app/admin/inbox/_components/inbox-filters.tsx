import { X } from 'lucide-react';
import Link from 'next/link';
import { type ErrorCategory, errorCategories, providerNames } from '@/lib/billing/operator';
import { shortId } from '../../../_components/copyable-id';
import { Button } from '../../../_components/ui/button';
import { FilterSelect } from '../../_components/filter-select';
import { inboxStateNames } from '../../_components/states';
import { errorCategories as categoryWords, codeWord, inboxStates, providers } from '../../_components/words';
import { type InboxSearch, inboxUrl } from '../_search';

interface InboxFiltersProps {
  search: InboxSearch;
  codes: { code: string; category: ErrorCategory | null; count: number }[];
}

export function InboxFilters({ search, codes }: InboxFiltersProps) {
  const href = (change: Partial<InboxSearch>) => inboxUrl('/admin/inbox', { ...search, ...change, cursor: null });
  // A code of which nothing is left stays to be seen while it is chosen.
  const listed = codes.map(({ code, count }) => ({ code, text: `${codeWord(code)} (${count})` }));
  const isListed = search.code === null || listed.some(({ code }) => code === search.code);
  const shown = isListed ? listed : [...listed, { code: search.code ?? '', text: codeWord(search.code ?? '') }];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <FilterSelect
        label="State"
        value={search.state ?? ''}
        options={[
          { value: '', label: 'Any state', href: href({ state: null }) },
          ...inboxStateNames.map((state) => ({
            ...{ value: state, label: inboxStates[state].word, href: href({ state }) },
          })),
        ]}
      />
      <FilterSelect
        label="Provider"
        value={search.provider ?? ''}
        options={[
          { value: '', label: 'Any provider', href: href({ provider: null }) },
          ...providerNames.map((provider) => ({
            ...{ value: provider, label: providers[provider], href: href({ provider }) },
          })),
        ]}
      />
      <FilterSelect
        label="Error category"
        value={search.category ?? ''}
        options={[
          { value: '', label: 'With or without error', href: href({ category: null }) },
          ...errorCategories.map((category) => ({
            ...{ value: category, label: categoryWords[category], href: href({ category }) },
          })),
        ]}
      />
      <FilterSelect
        label="Error code"
        value={search.code ?? ''}
        options={[
          { value: '', label: 'Any error code', href: href({ code: null }) },
          ...shown.map(({ code, text }) => ({ value: code, label: text, href: href({ code }) })),
        ]}
      />
      {search.team ? (
        <Button asChild size="sm" variant="secondary">
          <Link href={href({ team: null })}>
            Team {shortId(search.team)} <X aria-hidden="true" />
            <span className="sr-only">: show every team</span>
          </Link>
        </Button>
      ) : null}
      {search.state || search.provider || search.category || search.code ? (
        <Button asChild size="sm" variant="ghost">
          <Link href="/admin/inbox">Clear</Link>
        </Button>
      ) : null}
    </div>
  );
}
