import { ExternalLink } from 'lucide-react';
import type { InvoiceEntry } from '@/lib/billing';
import { Amount } from '../../../_components/amount';
import { Day } from '../../../_components/day';
import { PaymentStatusBadge } from '../../../_components/payment-status-badge';
import { planTitle } from '../../../_components/plan-price';
import { Badge } from '../../../_components/ui/badge';
import { Button } from '../../../_components/ui/button';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../_components/ui/table';

const kinds: Record<InvoiceEntry['kind'], string> = {
  purchase: 'Purchase',
  period: 'Subscription',
  plan_change: 'Change of plan',
  open: 'Subscription',
};

export function InvoiceTable({ entries }: { entries: InvoiceEntry[] }) {
  return (
    <Table>
      <TableCaption>Payments, the newest first</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead>Date</TableHead>
          <TableHead>What</TableHead>
          <TableHead className="hidden sm:table-cell">State</TableHead>
          <TableHead className="text-right max-sm:pr-5">Amount</TableHead>
          <TableHead className="hidden text-right sm:table-cell">
            <span className="sr-only">Document</span>
          </TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <InvoiceRow key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

function InvoiceRow({ entry }: { entry: InvoiceEntry }) {
  const { at, kind, items, amountMinor, refundedMinor, currency, provider } = entry;
  return (
    <TableRow data-testid="invoice">
      <TableCell>
        <Day at={at} />
      </TableCell>
      <TableCell>
        {items.map(({ name, quantity }) => planTitle(name, quantity)).join(', ')}{' '}
        <span className="hidden text-muted-foreground md:inline">· {kinds[kind]}</span>
        <span className="mt-1 block sm:hidden">
          <State entry={entry} />
        </span>
      </TableCell>
      <TableCell className="hidden sm:table-cell">
        <State entry={entry} />
      </TableCell>
      <TableCell className="text-right max-sm:pr-5">
        {amountMinor === null || currency === null ? (
          <span className="text-muted-foreground">{provider === 'sandbox' ? 'open' : 'see invoice'}</span>
        ) : (
          <Amount amountMinor={amountMinor} currency={currency} />
        )}
        {refundedMinor > 0 && currency !== null ? (
          <span className="block text-xs text-muted-foreground">
            <Amount amountMinor={-refundedMinor} currency={currency} />
          </span>
        ) : null}
        <span className="mt-1 block sm:hidden">
          <DocumentLink entry={entry} />
        </span>
      </TableCell>
      <TableCell className="hidden text-right sm:table-cell">
        <DocumentLink entry={entry} />
      </TableCell>
    </TableRow>
  );
}

function State({ entry: { status } }: { entry: InvoiceEntry }) {
  return status === 'unpaid' ? <Badge tone="danger">Unpaid</Badge> : <PaymentStatusBadge status={status} />;
}

/** Asked for at the provider when it is clicked: such addresses expire. The sandbox draws no documents. */
function DocumentLink({ entry: { id, kind, at, provider } }: { entry: InvoiceEntry }) {
  if (provider === 'sandbox') return <span className="text-xs text-muted-foreground">Sandbox</span>;
  const word = kind === 'open' ? 'Pay' : kind === 'purchase' ? 'Receipt' : 'Invoice';
  return (
    <Button asChild variant="link" size="inline" className="text-[0.8125rem]">
      <a href={`/billing/invoices/${encodeURIComponent(id)}`} target="_blank" rel="noreferrer">
        {word}
        <span className="sr-only"> of {at.slice(0, 10)}, opens in a new tab</span>
        <ExternalLink aria-hidden="true" className="size-3.5" />
      </a>
    </Button>
  );
}
