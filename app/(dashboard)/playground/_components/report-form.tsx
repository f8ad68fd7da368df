'use client';

import { useActionState } from 'react';
import { formatCredits } from '../../../_components/credits';
import { SubmitButton } from '../../../_components/submit-button';
import { Card, CardHeader, CardTitle } from '../../../_components/ui/card';
import { Textarea } from '../../../_components/ui/textarea';
import { makeReport, type ReportState } from '../actions';
import { ReportCard } from './report-card';

const untouched: ReportState = { paid: null, error: null, text: '', jobId: null };

/** `firstJobId` names the job, so that a second click or a lost answer does not pay for it again. */
export function ReportForm({ firstJobId, available }: { firstJobId: string; available: number }) {
  const [{ paid, error, text, jobId }, run] = useActionState(makeReport, untouched);
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <Card aria-labelledby="text-title">
        <CardHeader>
          <div>
            <CardTitle id="text-title">Text report</CardTitle>
            <p className="mt-1 text-sm text-muted-foreground">
              A credit per hundred words. {formatCredits(available)} can be spent.
            </p>
          </div>
        </CardHeader>
        <form action={run} className="grid gap-4 border-t px-5 py-4">
          <input type="hidden" name="jobId" value={jobId ?? firstJobId} />
          <label htmlFor="text" className="grid gap-1.5 text-sm font-medium">
            Text
            <Textarea
              id="text"
              name="text"
              rows={10}
              required
              maxLength={20_000}
              defaultValue={text}
              aria-describedby={error ? 'text-error' : undefined}
              aria-invalid={error ? true : undefined}
              className="font-normal"
            />
          </label>
          {error ? (
            <p id="text-error" role="alert" className="text-sm text-danger">
              {error}
            </p>
          ) : null}
          <SubmitButton variant="primary" className="w-fit">
            Make the report
          </SubmitButton>
        </form>
      </Card>
      <div role="status">{paid ? <ReportCard paid={paid} /> : <HowItIsPaid />}</div>
    </div>
  );
}

const steps = [
  'What the job may cost at most is held: it stays in the balance, but nobody else can spend it.',
  'The job runs. If it fails, the hold is let go and nothing was spent.',
  'What it came to is captured, and the rest is free again. The history says who and why.',
];

function HowItIsPaid() {
  return (
    <Card aria-labelledby="how" className="pb-4">
      <CardHeader>
        <CardTitle id="how">How it is paid</CardTitle>
      </CardHeader>
      <ol className="list-decimal space-y-2 pr-5 pl-10 text-sm text-pretty text-muted-foreground">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Card>
  );
}
