import { ChevronLeft, ChevronRight, Receipt } from 'lucide-react';
import Link from 'next/link';
import { type InvoiceFilter, type InvoicePage, invoiceFilters } from '@/lib/billing';
import { EmptyState } from '../../../_components/empty-state';
import { Button } from '../../../_components/ui/button';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import { billingUrl, type loadBillingSearch } from '../_search';
import { InvoiceTable } from './invoice-table';

interface InvoicesCardProps {
  page: InvoicePage;
  search: Awaited<ReturnType<typeof loadBillingSearch>>;
}

/** Every payment, the newest first, with the provider's invoice or receipt. */
export function InvoicesCard({ page, search }: InvoicesCardProps) {
  const { filter } = search;
  return (
    <section aria-labelledby="invoices-title" id="invoices" className="min-w-0 scroll-mt-20">
      <Card aria-labelledby="invoices-title">
        <CardHeader>
          <CardTitle id="invoices-title">Invoices and receipts</CardTitle>
          <FilterLinks current={filter} />
        </CardHeader>
        {page.entries.length > 0 ? <InvoiceTable entries={page.entries} /> : <NoInvoices filter={filter} />}
      </Card>
      <Pager search={search} nextCursor={page.nextCursor} />
    </section>
  );
}

const labels: Record<InvoiceFilter, string> = { all: 'All', paid: 'Paid', unpaid: 'Unpaid', refunded: 'Refunded' };

function FilterLinks({ current }: { current: InvoiceFilter }) {
  return (
    <nav aria-label="Filter the payments">
      <ul className="flex flex-wrap gap-1.5">
        {invoiceFilters.map((filter) => (
          <li key={filter}>
            <Link
              href={billingUrl('/billing', { filter })}
              scroll={false}
              aria-current={filter === current ? 'true' : undefined}
              className="inline-flex h-7 items-center rounded-full border px-2.5 text-xs text-muted-foreground transition-colors hover:bg-muted hover:text-foreground aria-[current=true]:border-transparent aria-[current=true]:bg-accent aria-[current=true]:font-medium aria-[current=true]:text-accent-foreground"
            >
              {labels[filter]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const empty: Record<InvoiceFilter, { title: string; text: string }> = {
  all: { title: 'Nothing was charged yet', text: 'The first purchase or period will stand here, with its receipt.' },
  paid: { title: 'Nothing was paid yet', text: 'What is paid and kept stands here.' },
  unpaid: { title: 'Nothing is owed', text: 'A payment that failed would stand here until it is made.' },
  refunded: { title: 'Nothing was refunded', text: 'Refunds and disputes would stand here.' },
};

function NoInvoices({ filter }: { filter: InvoiceFilter }) {
  const { title, text } = empty[filter];
  return (
    <EmptyState icon={Receipt} title={title}>
      {text}
    </EmptyState>
  );
}

/** How many pages "Newer" can go back before it starts at the newest: an address has its limits. */
const longestTrail = 20;

function Pager({ search, nextCursor }: { search: InvoicesCardProps['search']; nextCursor: string | null }) {
  const { filter, cursor, trail } = search;
  if (!cursor && !nextCursor) return null;
  const newer = billingUrl('/billing', { filter, cursor: trail.at(-1) ?? null, trail: trail.slice(0, -1) });
  const older = billingUrl('/billing', {
    filter,
    cursor: nextCursor,
    trail: cursor ? [...trail, cursor].slice(-longestTrail) : [],
  });
  return (
    <nav aria-label="Pages of the payments" className="mt-4 flex justify-end gap-2">
      {cursor ? (
        <Button asChild size="sm">
          <Link href={`${newer}#invoices`} rel="prev">
            <ChevronLeft aria-hidden="true" /> Newer
          </Link>
        </Button>
      ) : null}
      {nextCursor ? (
        <Button asChild size="sm">
          <Link href={`${older}#invoices`} rel="next">
            Older <ChevronRight aria-hidden="true" />
          </Link>
        </Button>
      ) : null}
    </nav>
  );
}
