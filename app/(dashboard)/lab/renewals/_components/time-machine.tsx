'use client';

import { useActionState } from 'react';
import { SubmitButton } from '../../../../_components/submit-button';
import { Card, CardHeader, CardTitle } from '../../../../_components/ui/card';
import { type TravelState, travelInTime } from '../actions';

const untouched: TravelState = { done: null, error: null };

/** Moves time for one subscription, up to a whole year at once. */
export function TimeMachine() {
  const [{ done, error }, act] = useActionState(travelInTime, untouched);
  return (
    <Card>
      <CardHeader>
        <CardTitle>Time machine</CardTitle>
      </CardHeader>
      <form action={act} className="grid gap-2 px-5 pb-5">
        <SubmitButton name="leap" value="next" variant="primary">
          To what is due next
        </SubmitButton>
        <SubmitButton name="leap" value="month">
          One month on
        </SubmitButton>
        <SubmitButton name="leap" value="year">
          A whole year on
        </SubmitButton>
        <p role={error ? 'alert' : 'status'} data-testid="travelled" className="mt-1 text-[0.8125rem] empty:hidden">
          {error ? <span className="text-danger">{error}</span> : done}
        </p>
        <p className="text-xs text-muted-foreground">
          From the first leap on, this subscription lives in a time of its own. Its charges are real requests to the
          sandbox all the same.
        </p>
      </form>
    </Card>
  );
}
