import type { LabCycle } from '@/lib/billing/lab';
import { Amount } from '../../../../_components/amount';
import { Day } from '../../../../_components/day';
import { Badge } from '../../../../_components/ui/badge';
import { Card, CardHeader, CardTitle } from '../../../../_components/ui/card';
import {
  Table,
  TableBody,
  TableCaption,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../../_components/ui/table';
import { cycleStates } from './words';

/** What was asked of the sandbox for each cycle, beside what it took. */
export function CyclesCard({ cycles }: { cycles: LabCycle[] }) {
  const requests = cycles.reduce((sum, cycle) => sum + cycle.requests, 0);
  const paid = cycles.filter(({ payments }) => payments > 0).length;
  const twice = cycles.filter(({ payments }) => payments > 1).length;
  return (
    <Card className="min-w-0">
      <CardHeader>
        <CardTitle>Cycles</CardTitle>
      </CardHeader>
      <p data-testid="cycles-sentence" className="px-5 pb-4 text-sm text-muted-foreground">
        {requests === 1 ? 'One request' : `${requests} requests`} reached the sandbox;{' '}
        {paid === 1 ? 'one cycle was' : `${paid} cycles were`} paid,{' '}
        {twice === 0 ? 'none of them twice' : `${twice} twice`}.
      </p>
      <Table>
        <TableCaption>Cycles, the newest first</TableCaption>
        <TableHeader>
          <TableRow>
            <TableHead>Cycle</TableHead>
            <TableHead>State</TableHead>
            <TableHead className="text-right">Amount</TableHead>
            <TableHead className="text-right">Tries, attempts</TableHead>
            <TableHead className="text-right">Asked</TableHead>
            <TableHead className="text-right">Taken</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {cycles.map((cycle) => (
            <TableRow key={cycle.operationId}>
              <TableCell className="whitespace-nowrap">
                {cycle.cycleNo + 1}
                <span className="block text-xs text-muted-foreground">
                  <Day at={cycle.periodStart} /> to <Day at={cycle.periodEnd} />
                </span>
              </TableCell>
              <TableCell>
                <Badge tone={cycleStates[cycle.state].tone}>{cycleStates[cycle.state].word}</Badge>
              </TableCell>
              <TableCell className="text-right">
                {cycle.amountMinor !== null && cycle.currency !== null ? (
                  <Amount amountMinor={cycle.amountMinor} currency={cycle.currency} />
                ) : null}
              </TableCell>
              <TableCell className="text-right whitespace-nowrap">
                {cycle.tries}, {cycle.attempts}
              </TableCell>
              <TableCell className="text-right">{cycle.requests}</TableCell>
              <TableCell className="text-right">{cycle.payments === 1 ? 'once' : cycle.payments}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}
