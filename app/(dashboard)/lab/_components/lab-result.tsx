import { FlaskConical } from 'lucide-react';
import type { ComponentProps } from 'react';
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
        {run ? <Sentence run={run} /> : <Title>The balance is {formatCredits(balance)} credits.</Title>}
      </div>
      {run ? <BothSides run={run} paid={paid} /> : <NothingSent />}
    </Card>
  );
}

function Sentence({ run }: { run: LabRun }) {
  return (
    <>
      <p className="mb-1 text-xs text-muted-foreground">
        {actionLabels[run.action].label} · <RelativeTime at={run.at} />
      </p>
      <Title data-testid="sentence" data-run={run.id}>
        {run.sentence}
      </Title>
    </>
  );
}

function Title(props: ComponentProps<'h2'>) {
  return <h2 id="result-title" className="text-xl font-semibold tracking-tight text-balance" {...props} />;
}

function BothSides({ run, paid }: { run: LabRun; paid: HistoryEntry | undefined }) {
  return (
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
  );
}

function NothingSent() {
  return (
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
  );
}
