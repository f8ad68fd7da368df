'use client';

import { useActionState } from 'react';
import { SubmitButton } from '../../../../_components/submit-button';
import { Button } from '../../../../_components/ui/button';
import { actOnSetup } from '../actions';

interface ClosedSetupProps {
  id: string;
  state: 'saved' | 'left';
  cancelPath: string;
}

/** The way back; where a card was saved its webhook is sent once more, since the first may not have been answered. */
export function ClosedSetup({ id, state, cancelPath }: ClosedSetupProps) {
  const [{ error }, act] = useActionState(actOnSetup, { error: null });
  return (
    <div className="mt-6 rounded-lg border bg-card p-5">
      <p className="text-sm">{state === 'saved' ? 'The card is saved.' : 'This page was left without a card.'}</p>
      {error ? (
        <p role="alert" className="mt-3 rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
      {state === 'saved' ? (
        <form action={act} className="mt-4">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="behaviour" value="accepts" />
          <SubmitButton name="action" value="save" variant="primary">
            Back to the shop
          </SubmitButton>
        </form>
      ) : (
        <Button asChild variant="primary" className="mt-4">
          <a href={cancelPath}>Back to the shop</a>
        </Button>
      )}
    </div>
  );
}
