import { CreditsDelta } from '../../../_components/credits';
import { ExpandableRow } from '../../../_components/expandable-row';
import { RelativeTime } from '../../../_components/relative-time';
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
import { Deliveries } from './deliveries';
import type { ShownRun } from './shown-run';
import { WhatMoved } from './what-moved';

export function RunHistory({ runs }: { runs: ShownRun[] }) {
  if (runs.length === 0) return null;
  return (
    <Card aria-labelledby="runs-title">
      <CardHeader>
        <CardTitle id="runs-title">Runs so far</CardTitle>
      </CardHeader>
      <Table>
        <TableCaption>What was tried in the lab, newest first</TableCaption>
        <TableHeader>
          <TableRow>
            <TableHead className="w-9 pr-0">
              <span className="sr-only">Details</span>
            </TableHead>
            <TableHead>Tried</TableHead>
            <TableHead className="hidden md:table-cell">Result</TableHead>
            <TableHead className="text-right">Credits</TableHead>
            <TableHead className="text-right">When</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {runs.map((run) => (
            <RunRow key={run.id} run={run} />
          ))}
        </TableBody>
      </Table>
    </Card>
  );
}

function RunRow({ run }: { run: ShownRun }) {
  const { label } = run;
  const moved = run.balanceAfter - run.balanceBefore;
  return (
    <ExpandableRow label={`Details of: ${label}`} columns={4} detail={<RunDetail run={run} />}>
      <TableCell className="font-medium sm:whitespace-nowrap">{label}</TableCell>
      <TableCell className="hidden w-full max-w-0 truncate text-muted-foreground md:table-cell" title={run.sentence}>
        {run.sentence}
      </TableCell>
      <TableCell className="text-right">
        {moved === 0 ? <span className="text-muted-foreground">0</span> : <CreditsDelta delta={moved} />}
      </TableCell>
      <TableCell className="text-right whitespace-nowrap text-muted-foreground">
        <RelativeTime at={run.at} />
      </TableCell>
    </ExpandableRow>
  );
}

function RunDetail({ run }: { run: ShownRun }) {
  return (
    <div className="grid rounded-md border bg-card md:grid-cols-2 md:divide-x">
      <Deliveries deliveries={run.deliveries} />
      <WhatMoved run={run} />
    </div>
  );
}
