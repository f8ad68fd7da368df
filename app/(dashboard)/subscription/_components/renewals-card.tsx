import { ChevronLeft, ChevronRight, Receipt } from 'lucide-react';
import Link from 'next/link';
import type { RenewalEntry, RenewalPage } from '@/lib/billing';
import { Amount } from '../../../_components/amount';
import { CreditsDelta, formatCredits } from '../../../_components/credits';
import { Day } from '../../../_components/day';
import { EmptyState } from '../../../_components/empty-state';
import { ExpandableRow } from '../../../_components/expandable-row';
import { PaymentStatusBadge } from '../../../_components/payment-status-badge';
import { PeriodDetail } from '../../../_components/period-detail';
import { periodKinds } from '../../../_components/period-kinds';
import { planTitle } from '../../../_components/plan-price';
import { Button } from '../../../_components/ui/button';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../_components/ui/table';

interface RenewalsCardProps {
  page: RenewalPage;
  /** Addresses of the pages before and after; null where there is none. */
  newer: string | null;
  older: string | null;
}

/** What was paid for, the latest period first, and the credits that each gave. */
export function RenewalsCard({ page: { entries }, newer, older }: RenewalsCardProps) {
  return (
    <section aria-labelledby="renewals-title" id="renewals" className="min-w-0 scroll-mt-20">
      <Card aria-labelledby="renewals-title">
        <CardHeader>
          <CardTitle id="renewals-title">Renewals</CardTitle>
        </CardHeader>
        {entries.length > 0 ? (
          <RenewalTable entries={entries} />
        ) : (
          <EmptyState icon={Receipt} title="Nothing was paid yet">
            The first paid period will stand here, with its amount and the credits that it gave.
          </EmptyState>
        )}
      </Card>
      {newer || older ? (
        <nav aria-label="Pages of the renewals" className="mt-4 flex justify-end gap-2">
          {newer ? (
            <Button asChild size="sm">
              <Link href={newer} rel="prev" scroll={false}>
                <ChevronLeft aria-hidden="true" /> Newer
              </Link>
            </Button>
          ) : null}
          {older ? (
            <Button asChild size="sm">
              <Link href={older} rel="next" scroll={false}>
                Older <ChevronRight aria-hidden="true" />
              </Link>
            </Button>
          ) : null}
        </nav>
      ) : null}
    </section>
  );
}

function RenewalTable({ entries }: { entries: RenewalEntry[] }) {
  return (
    <Table>
      <TableCaption>Paid periods, the latest first, with what was paid and the credits that each gave</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead className="w-9 pr-0">
            <span className="sr-only">Details</span>
          </TableHead>
          <TableHead className="max-sm:px-1">Period</TableHead>
          <TableHead className="hidden md:table-cell">What</TableHead>
          <TableHead className="hidden lg:table-cell">Payment</TableHead>
          <TableHead className="text-right max-sm:px-1">Paid</TableHead>
          <TableHead className="text-right max-sm:pl-1.5">Credits</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <RenewalRow key={entry.periodId} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

function RenewalRow({ entry }: { entry: RenewalEntry }) {
  const { start, end, kind, planName, quantity, status, amountMinor, currency, credits, refundedCredits } = entry;
  return (
    <ExpandableRow
      label={`Details of the period from ${start.slice(0, 10)}`}
      columns={5}
      detail={<Detail entry={entry} />}
    >
      <TableCell className="max-sm:px-1">
        <Day at={start} />{' '}
        <span className="whitespace-nowrap">
          <span className="text-muted-foreground">to</span> <Day at={end} />
        </span>
        <span className="block text-xs text-muted-foreground md:hidden">{periodKinds[kind]}</span>
      </TableCell>
      <TableCell className="hidden md:table-cell">
        {periodKinds[kind]}{' '}
        <span className="text-muted-foreground">· {planTitle(planName ?? 'an unknown plan', quantity)}</span>
      </TableCell>
      <TableCell className="hidden lg:table-cell">
        <PaymentStatusBadge status={status} />
      </TableCell>
      <TableCell className="text-right max-sm:px-1">
        <Amount amountMinor={amountMinor} currency={currency} />
      </TableCell>
      <TableCell className="text-right max-sm:pl-1.5" data-testid="renewal-credits">
        {credits === 0 ? <span className="text-muted-foreground">0</span> : <CreditsDelta delta={credits} />}
        {refundedCredits > 0 ? (
          <span className="block text-xs text-muted-foreground">−{formatCredits(refundedCredits)} taken back</span>
        ) : null}
      </TableCell>
    </ExpandableRow>
  );
}

function Detail({ entry }: { entry: RenewalEntry }) {
  return (
    <dl className="grid gap-x-10 gap-y-4 text-[0.8125rem] sm:grid-cols-2 lg:grid-cols-3">
      <PeriodDetail period={entry} />
    </dl>
  );
}
