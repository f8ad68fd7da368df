'use client';

import { useActionState } from 'react';
import type { Plan } from '@/lib/billing';
import { planPrice } from '../../../../_components/plan-price';
import { SubmitButton } from '../../../../_components/submit-button';
import { Card } from '../../../../_components/ui/card';
import { saveCard } from '../../../subscription/renewal-actions';
import { subscribeWithCard } from '../actions';

interface SubscribeWithCardProps {
  plans: Plan[];
  /** The one that was saved before. */
  card: { brand: string | null; last4: string | null } | null;
}

/** Where there is nothing to renew yet: a plan, and a card to charge for it. */
export function SubscribeWithCard({ plans, card }: SubscribeWithCardProps) {
  const [saved, act] = useActionState(saveCard, { done: null, error: null });
  const [subscribed, subscribe] = useActionState(subscribeWithCard, { done: null, error: null });
  const error = saved.error ?? subscribed.error;
  return (
    <Card className="max-w-xl p-6">
      <h2 className="text-base font-semibold">Subscribe with a saved card</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        Choose a plan, then a test card on the sandbox’s page. The first cycle is charged when the card is saved; every
        other one when our clock says so.
      </p>
      <form action={act} className="mt-5 grid gap-3">
        <fieldset className="grid gap-2">
          <legend className="sr-only">Plan</legend>
          {plans.map((plan, index) => (
            <label
              key={plan.item}
              className="flex cursor-pointer items-center gap-3 rounded-md border bg-card px-3 py-2.5 text-sm has-checked:border-primary has-checked:bg-accent"
            >
              <input
                type="radio"
                name="item"
                value={plan.item}
                defaultChecked={index === 0}
                className="accent-primary"
              />
              <span className="flex-1 font-medium">{plan.name}</span>
              <span className="text-muted-foreground">
                {planPrice(plan)} a {plan.interval}
              </span>
            </label>
          ))}
        </fieldset>
        {error ? (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">
            {error}
          </p>
        ) : null}
        <SubmitButton variant="primary">Choose a card</SubmitButton>
        {card ? (
          <SubmitButton formAction={subscribe}>
            Charge {card.brand ?? 'the card'} ending in {card.last4 ?? 'unknown'}
          </SubmitButton>
        ) : null}
      </form>
    </Card>
  );
}
