'use client';

import { LoaderCircle, Play } from 'lucide-react';
import { useActionState, useEffect } from 'react';
import { useFormStatus } from 'react-dom';
import type { LabAction } from '@/lib/billing/lab';
import { Card } from '../../../_components/ui/card';
import { runLabAction } from '../actions';
import { labFormId, resultId } from './ids';
import { actionLabels, groupLabels } from './lab-action-labels';

type Action = (typeof actionLabels)[LabAction] & { name: string };

const actions: Action[] = Object.entries(actionLabels).map(([name, labels]) => ({ name, ...labels }));
const groups = Object.entries(groupLabels).map(([group, title]) => ({
  title,
  actions: actions.filter((action) => action.group === group),
}));

export function LabActions({ purchaseId }: { purchaseId: string }) {
  const [{ runId, error }, run] = useActionState(runLabAction, { runId: null, error: null });

  useEffect(() => {
    if (runId) document.getElementById(resultId)?.scrollIntoView({ block: 'nearest' });
  }, [runId]);

  return (
    <Card aria-label="What to try">
      <form id={labFormId} action={run}>
        <input type="hidden" name="purchaseId" value={purchaseId} />
        {groups.map(({ title, actions: offered }) => (
          <fieldset key={title} className="border-b px-2 pt-3 pb-2 last:border-b-0">
            <legend className="float-left mb-1 w-full px-2 text-xs font-medium text-muted-foreground">{title}</legend>
            {offered.map((action) => (
              <ActionButton key={action.name} action={action} />
            ))}
          </fieldset>
        ))}
      </form>
      {error ? (
        <p role="alert" className="border-t px-4 py-3 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
    </Card>
  );
}

function ActionButton({ action: { name, label, hint } }: { action: Action }) {
  const { pending, data } = useFormStatus();
  const mine = pending && data?.get('action') === name;
  return (
    <button
      type="submit"
      name="action"
      value={name}
      aria-disabled={pending}
      aria-busy={mine}
      onClick={(event) => pending && event.preventDefault()}
      className="flex w-full items-center justify-between gap-2 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-muted aria-disabled:pointer-events-none aria-disabled:opacity-60"
    >
      <span className="min-w-0">
        <span className="block text-sm font-medium">{label}</span>
        <span className="block text-xs text-muted-foreground">{hint}</span>
      </span>
      {mine ? (
        <LoaderCircle className="size-3.5 shrink-0 animate-spin text-muted-foreground" aria-hidden="true" />
      ) : (
        <Play className="size-3.5 shrink-0 text-muted-foreground/70" aria-hidden="true" />
      )}
    </button>
  );
}
