import type { CaseValue } from '@/lib/billing/operator';
import { cn } from '../../../../_components/ui/cn';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../../../_components/ui/table';
import { None } from '../../../_components/none';
import { Nothing } from '../../../_components/section';

/** What we hold and what the provider says, value by value; what differs is marked, in words too. */
export function BothSides({ values }: { values: CaseValue[] }) {
  if (values.length === 0) return <Nothing>Neither side has anything to compare.</Nothing>;
  return (
    <WideTable caption="What we hold and what the provider says">
      <TableHeader>
        <TableRow>
          <TableHead>Value</TableHead>
          <TableHead>We hold</TableHead>
          <TableHead className="whitespace-normal">The provider says</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {values.map(({ name, local, remote, isDifferent }) => (
          <TableRow key={name} className={cn(isDifferent && 'bg-warning-soft')}>
            <TableCell className="align-top font-medium break-words">
              {name}
              {isDifferent ? <span className="block text-xs font-medium text-warning">Differs</span> : null}
            </TableCell>
            <TableCell className="align-top font-mono text-xs break-all">{local ?? <None />}</TableCell>
            <TableCell className="align-top font-mono text-xs break-all">{remote ?? <None />}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
