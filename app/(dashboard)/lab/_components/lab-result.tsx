import { FlaskConical } from 'lucide-react';
import type { HistoryEntry } from '@/lib/billing';
import type { LabRun } from '@/lib/billing/lab';
import { formatCredits } from '../../../_components/credits';
import { EmptyState } from '../../../_components/empty-state';
import { RelativeTime } from '../../../_components/relative-time';
import { Button } from '../../../_components/ui/button';
import { Card } from '../../../_components/ui/card';
import { Deliveries } from './deliveries';
import { labFormId, resultId } from './ids';
import { actionLabels } from './lab-action-labels';
import { WhatMoved } from './what-moved';

interface LabResultProps {
  run: LabRun | undefined;
  /** The line that the payment itself wrote. */
  paid: HistoryEntry | undefined;
  balance: number;
}

/** The newest run of the payment: left the deliveries, right what moved, and one plain sentence over both. */
export function LabResult({ run, paid, balance }: LabResultProps) {
  return (
    <Card id={resultId} aria-labelledby="result-title" className="scroll-mt-20 overflow-hidden">
      <div className="border-b px-5 py-4" role="status">
        {run ? (
          <>
            <p className="text-xs text-muted-foreground">
              {actionLabels[run.action].label} · <RelativeTime at={run.at} />
            </p>
            <h2
              id="result-title"
              data-testid="sentence"
              data-run={run.id}
              className="mt-1 text-xl font-semibold tracking-tight text-balance"
            >
              {run.sentence}
            </h2>
          </>
        ) : (
          <h2 id="result-title" className="text-xl font-semibold tracking-tight">
            The balance is {formatCredits(balance)} credits.
          </h2>
        )}
      </div>
      {run ? (
        <div className="grid md:grid-cols-2 md:divide-x">
          <div className="min-w-0 max-md:order-last">
            <h3 className="px-5 pt-3 pb-1 text-[0.8125rem] font-semibold">Deliveries</h3>
            <Deliveries deliveries={run.deliveries} />
          </div>
          <div className="min-w-0 max-md:border-b">
            <h3 className="px-5 pt-3 text-[0.8125rem] font-semibold">What moved</h3>
            <WhatMoved run={run} paid={paid} />
          </div>
        </div>
      ) : (
        <EmptyState
          icon={FlaskConical}
          title="Nothing sent yet"
          action={
            <Button type="submit" form={labFormId} name="action" value="send_ten_in_parallel" variant="primary">
              Deliver it ten times at once
            </Button>
          }
        >
          Here you will see how the endpoint answered each delivery, and what moved because of it.
        </EmptyState>
      )}
    </Card>
  );
}
