import type { HistoryEntry } from '@/lib/billing';
import { Amount } from '../../_components/amount';
import { boughtNames } from '../../_components/bought-names';
import { CreditsDelta, formatCredits, formatDelta } from '../../_components/credits';
import { EntryDetail } from '../../_components/entry-detail';
import { EntryKindBadge } from '../../_components/entry-kind-badge';
import { ExpandableRow } from '../../_components/expandable-row';
import { entryPeriod } from '../../_components/period-name';
import { RelativeTime } from '../../_components/relative-time';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../_components/ui/table';

/** Lines of the ledger, newest first; each opens to say why it is there. */
export function EntryTable({ caption, entries }: { caption: string; entries: HistoryEntry[] }) {
  return (
    <Table>
      <TableCaption>{caption}</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead className="w-9 pr-0">
            <span className="sr-only">Details</span>
          </TableHead>
          <TableHead>What</TableHead>
          <TableHead className="hidden md:table-cell">Why</TableHead>
          <TableHead className="hidden text-right sm:table-cell">Paid</TableHead>
          <TableHead className="hidden text-right sm:table-cell">When</TableHead>
          <TableHead className="text-right">Credits</TableHead>
          <TableHead className="text-right">Balance</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} />
        ))}
      </TableBody>
    </Table>
  );
}

function EntryRow({ entry }: { entry: HistoryEntry }) {
  const { kind, reason, at, delta, balanceAfter, payment, period, isPaidFor } = entry;
  const paid = payment ?? period;
  const behind = payment ? boughtNames(payment) : entryPeriod(entry);
  return (
    <ExpandableRow label={`Why ${formatDelta(delta)} credits`} columns={6} detail={<EntryDetail entry={entry} />}>
      <TableCell>
        <EntryKindBadge kind={kind} />
        <RelativeTime at={at} className="mt-1 block text-xs whitespace-nowrap text-muted-foreground sm:hidden" />
      </TableCell>
      <TableCell
        className="hidden max-w-0 truncate md:table-cell md:w-full"
        title={behind ? `${reason} · ${behind}` : reason}
      >
        {reason}
        {behind ? <span className="text-muted-foreground"> · {behind}</span> : null}
      </TableCell>
      <TableCell className="hidden text-right sm:table-cell">
        {paid && isPaidFor ? <Amount amountMinor={paid.amountMinor} currency={paid.currency} /> : null}
      </TableCell>
      <TableCell className="hidden text-right whitespace-nowrap text-muted-foreground sm:table-cell">
        <RelativeTime at={at} />
      </TableCell>
      <TableCell className="text-right">
        <CreditsDelta delta={delta} />
      </TableCell>
      <TableCell className="text-right text-muted-foreground">{formatCredits(balanceAfter)}</TableCell>
    </ExpandableRow>
  );
}
