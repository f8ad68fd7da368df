'use client';

import { useActionState } from 'react';
import type { TestCard } from '@/lib/billing/lab';
import { SubmitButton } from '../../../../_components/submit-button';
import { actOnSetup } from '../actions';
import { cardWords } from './card-words';

/** The test cards, and what each does when it is charged. */
export function CardForm({ id, cards }: { id: string; cards: readonly TestCard[] }) {
  const [{ error }, act] = useActionState(actOnSetup, { error: null });
  return (
    <form action={act} className="mt-6">
      <input type="hidden" name="id" value={id} />
      <fieldset>
        <legend className="sr-only">Test card</legend>
        <div className="divide-y rounded-lg border bg-card">
          {cards.map(({ behaviour, brand, last4 }, index) => (
            <label key={behaviour} className="flex cursor-pointer gap-3 px-4 py-3 has-checked:bg-accent">
              <input
                type="radio"
                name="behaviour"
                value={behaviour}
                defaultChecked={index === 0}
                className="mt-1 accent-primary"
              />
              <span className="min-w-0">
                <span className="block text-sm font-medium">{cardWords[behaviour].title}</span>
                <span className="block text-[0.8125rem] text-muted-foreground">{cardWords[behaviour].detail}</span>
              </span>
              <span className="ml-auto shrink-0 font-mono text-xs text-muted-foreground">
                {brand} {last4}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      {error ? (
        <p role="alert" className="mt-4 rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">
          {error}
        </p>
      ) : null}
      <SubmitButton name="action" value="save" variant="primary" size="lg" className="mt-6 w-full">
        Save this card
      </SubmitButton>
      <SubmitButton name="action" value="leave" variant="ghost" className="mt-2 w-full">
        Go back without a card
      </SubmitButton>
    </form>
  );
}
