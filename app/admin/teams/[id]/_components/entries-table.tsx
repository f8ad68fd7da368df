import type { TeamStory } from '@/lib/billing/operator';
import { CreditsDelta, formatCredits } from '../../../../_components/credits';
import { EntryKindBadge } from '../../../../_components/entry-kind-badge';
import { RelativeTime } from '../../../../_components/relative-time';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../../_components/ui/table';
import { Nothing, Section } from '../../../_components/section';

export function EntriesTable({ entries }: { entries: TeamStory['entries'] }) {
  if (entries.length === 0)
    return (
      <Section title="Ledger">
        <Nothing>The balance has never moved.</Nothing>
      </Section>
    );
  return (
    <Section title="Ledger">
      <WideTable caption="Movements of the balance, the newest first">
        <TableHeader>
          <TableRow>
            <TableHead>Movement</TableHead>
            <TableHead>Why</TableHead>
            <TableHead>By</TableHead>
            <TableHead className="text-right">Credits</TableHead>
            <TableHead className="text-right">Balance</TableHead>
            <TableHead className="text-right">When</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {entries.map(({ id, kind, reason, actor, delta, balanceAfter, at }) => (
            <TableRow key={id}>
              <TableCell>
                <EntryKindBadge kind={kind} />
              </TableCell>
              <TableCell className="min-w-40">{reason}</TableCell>
              <TableCell className="max-w-48 truncate text-muted-foreground" title={actor}>
                {actor}
              </TableCell>
              <TableCell className="text-right">
                <CreditsDelta delta={delta} />
              </TableCell>
              <TableCell className="text-right">{formatCredits(balanceAfter)}</TableCell>
              <TableCell className="text-right whitespace-nowrap text-muted-foreground">
                <RelativeTime at={at} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </WideTable>
    </Section>
  );
}
