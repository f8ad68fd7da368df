import type { ReactNode } from 'react';
import { formatCredits } from '../../../_components/credits';
import { RelativeTime } from '../../../_components/relative-time';
import { Card } from '../../../_components/ui/card';
import { Deliveries } from './deliveries';
import { resultId } from './ids';
import type { ShownRun } from './shown-run';
import { WhatMoved } from './what-moved';

interface LabResultProps {
  run: ShownRun | undefined;
  balance: number;
  /** What stands there before the first run. */
  empty: ReactNode;
}

/** The newest run: left the deliveries, right what moved, and one plain sentence over both. */
export function LabResult({ run, balance, empty }: LabResultProps) {
  return (
    <Card id={resultId} aria-labelledby="result-title" className="scroll-mt-20 overflow-hidden">
      <div className="border-b px-5 py-4" role="status">
        {run ? (
          <>
            <p className="text-xs text-muted-foreground">
              {run.label} · <RelativeTime at={run.at} />
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
            <WhatMoved run={run} />
          </div>
        </div>
      ) : (
        empty
      )}
    </Card>
  );
}
