'use client';

import { useActionState, useEffect } from 'react';
import type { LabAction } from '@/lib/billing/lab';
import { Card } from '../../../_components/ui/card';
import { runLabAction } from '../actions';
import { ActionButton } from './action-button';
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
