import Link from 'next/link';
import type { OperationView } from '@/lib/billing/operator';
import { Amount } from '../../_components/amount';
import { Day } from '../../_components/day';
import { RelativeTime } from '../../_components/relative-time';
import { Badge } from '../../_components/ui/badge';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { operationUrl } from './addresses';
import { None } from './none';
import { operationStates } from './operation-words';
import { TeamLink } from './team-link';
import { codeWord } from './words';

/** Charges of cycles and how far each got. */
export function OperationsTable({ caption, operations }: { caption: string; operations: OperationView[] }) {
  return (
    <WideTable caption={caption}>
      <TableHeader>
        <TableRow>
          <TableHead>Cycle</TableHead>
          <TableHead>State</TableHead>
          <TableHead>Team</TableHead>
          <TableHead className="text-right">Amount</TableHead>
          <TableHead className="text-right">Try, attempts</TableHead>
          <TableHead className="text-right">Next</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {operations.map((operation) => (
          <TableRow key={operation.id}>
            <TableCell>
              <Link
                href={operationUrl(operation.id)}
                className="rounded-sm font-medium underline-offset-4 hover:underline"
              >
                Cycle {operation.cycleNo}
              </Link>
              <span className="block text-xs whitespace-nowrap text-muted-foreground">
                from <Day at={operation.periodStart} />
              </span>
            </TableCell>
            <TableCell>
              <OperationBadge operation={operation} />
              {operation.errorCode ? (
                <span className="mt-0.5 block text-xs text-muted-foreground">{codeWord(operation.errorCode)}</span>
              ) : null}
            </TableCell>
            <TableCell className="max-w-48">
              <TeamLink teamId={operation.teamId} teamName={operation.teamName} />
            </TableCell>
            <TableCell className="text-right">
              <OperationAmount operation={operation} />
            </TableCell>
            <TableCell className="text-right whitespace-nowrap">
              {operation.tryNo}, {operation.tryAttempts} of {operation.maxAttempts}
            </TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              {operation.nextAttemptAt ? <RelativeTime at={operation.nextAttemptAt} /> : <None />}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}

/** The state, and above it what an operator has to see first. */
export function OperationBadge({ operation }: { operation: OperationView }) {
  const { state, isExhausted, refundDueAt, refundedAt } = operation;
  if (refundDueAt && !refundedAt) return <Badge tone="danger">Refund due</Badge>;
  if (isExhausted) return <Badge tone="danger">Exhausted</Badge>;
  return <Badge tone={operationStates[state].tone}>{operationStates[state].word}</Badge>;
}

/** None once the payload was emptied. */
export function OperationAmount({ operation: { amountMinor, currency } }: { operation: OperationView }) {
  return amountMinor === null || currency === null ? (
    <None />
  ) : (
    <Amount amountMinor={amountMinor} currency={currency} />
  );
}
