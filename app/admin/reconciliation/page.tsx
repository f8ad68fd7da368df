import { Scale } from 'lucide-react';
import type { Metadata } from 'next';
import { listRuns, type RunView } from '@/lib/billing/operator';
import { Day } from '../../_components/day';
import { EmptyState } from '../../_components/empty-state';
import { PageHeader } from '../../_components/page-header';
import { RelativeTime } from '../../_components/relative-time';
import { Card } from '../../_components/ui/card';
import { TableBody, TableCell, TableHead, TableHeader, TableRow, WideTable } from '../../_components/ui/table';
import { requireOperator } from '../../_session';
import { RunBadge } from '../_components/state-badge';
import { providerWord } from '../_components/words';

export const metadata: Metadata = { title: 'Reconciliation' };

export default async function ReconciliationPage() {
  await requireOperator();
  const runs = await listRuns();
  return (
    <>
      <PageHeader
        title="Reconciliation"
        description="What each provider says happened, compared with what is recorded here. What was missing is applied under the same keys."
      />
      <Card>
        {runs.length > 0 ? (
          <RunsTable runs={runs} />
        ) : (
          <EmptyState icon={Scale} title="Nothing has been compared yet">
            A worker compares by a schedule where a provider’s API key is set. By hand:{' '}
            <code className="font-mono text-xs">npm run reconcile -- --provider stripe --since 7d --dry-run</code>
          </EmptyState>
        )}
      </Card>
    </>
  );
}

function RunsTable({ runs }: { runs: RunView[] }) {
  return (
    <WideTable caption="Comparisons, the newest first">
      <TableHeader>
        <TableRow>
          <TableHead>Provider</TableHead>
          <TableHead>State</TableHead>
          <TableHead>Time compared</TableHead>
          <TableHead className="text-right">Compared</TableHead>
          <TableHead className="text-right">Differences</TableHead>
          <TableHead className="text-right">Applied</TableHead>
          <TableHead className="text-right">Cases</TableHead>
          <TableHead className="text-right">Begun</TableHead>
        </TableRow>
      </TableHeader>
      <TableBody>
        {runs.map((run) => (
          <TableRow key={run.id}>
            <TableCell>
              <span className="font-medium">{providerWord(run.provider)}</span>
              {run.isDryRun ? (
                <span className="block text-xs text-muted-foreground">Dry run: nothing applied</span>
              ) : null}
            </TableCell>
            <TableCell>
              <RunBadge state={run.state} />
              {run.error ? <span className="mt-0.5 block text-xs text-muted-foreground">{run.error}</span> : null}
            </TableCell>
            <TableCell>
              <Day at={run.since.toISOString()} /> to <Day at={run.until.toISOString()} />
            </TableCell>
            <TableCell className="text-right">{run.compared}</TableCell>
            <TableCell className="text-right">{run.differences}</TableCell>
            <TableCell className="text-right">{run.applied}</TableCell>
            <TableCell className="text-right">{run.casesOpened}</TableCell>
            <TableCell className="text-right whitespace-nowrap text-muted-foreground">
              <RelativeTime at={run.startedAt} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </WideTable>
  );
}
