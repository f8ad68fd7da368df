'use client';

import { useActionState, useId } from 'react';
import type { FormState } from '../../../../_components/form-state';
import { SubmitButton } from '../../../../_components/submit-button';
import { Input } from '../../../../_components/ui/input';
import { ConfirmDialog } from '../../../_components/confirm-dialog';
import { cancelRenewal, changeRenewalPlan, type RenewalState, resumeRenewal, saveCard } from '../../renewal-actions';

interface RenewalManagerProps {
  subscriptionId: string;
  /** What can be done as it stands. */
  choices: { cancel: boolean; resume: boolean; changePlan: boolean; card: boolean };
  plans: { item: string; name: string }[];
  /** What the next cycle is charged for. */
  current: { item: string; quantity: number };
}

const untouched: RenewalState = { done: null, error: null };

/** New card, plan from the next cycle on, cancel and resume. */
export function RenewalManager({ subscriptionId, choices, plans, current }: RenewalManagerProps) {
  const [card, replaceCard] = useActionState(saveCard, untouched);
  const [plan, changePlan] = useActionState(changeRenewalPlan, untouched);
  const [end, cancel] = useActionState(cancelRenewal, untouched);
  const [again, resume] = useActionState(resumeRenewal, untouched);
  const hidden = <input type="hidden" name="subscriptionId" value={subscriptionId} />;
  return (
    <div className="grid grid-cols-1 gap-5">
      {choices.card ? (
        <form action={replaceCard}>
          <SubmitButton className="w-full">Save another card</SubmitButton>
          <Told state={card} />
        </form>
      ) : null}
      {choices.changePlan ? (
        <form action={changePlan} className="border-t pt-4">
          {hidden}
          <PlanFields key={`${current.item} ${current.quantity}`} plans={plans} current={current} />
          <Told state={plan} />
        </form>
      ) : null}
      {choices.resume ? (
        <form action={resume} className="border-t pt-4">
          {hidden}
          <SubmitButton variant="primary" className="w-full">
            Resume the subscription
          </SubmitButton>
          <Told state={again} />
        </form>
      ) : null}
      {choices.cancel ? (
        <div className="flex flex-wrap gap-2 border-t pt-4">
          <form action={cancel}>
            {hidden}
            <SubmitButton name="mode" value="period_end" size="sm">
              Cancel at the period’s end
            </SubmitButton>
            <Told state={end} />
          </form>
          <ConfirmDialog
            label="Cancel now"
            title="Cancel at once?"
            description="The subscription ends now, whatever is paid for already. Canceled at the period’s end it works until then."
            confirm="End it now"
            dismiss="Keep it"
            action={cancelNow}
            values={{ subscriptionId, mode: 'now' }}
          />
        </div>
      ) : null}
    </div>
  );
}

async function cancelNow(_before: FormState, form: FormData): Promise<FormState> {
  return { ...(await cancelRenewal(untouched, form)), typed: {} };
}

function PlanFields({ plans, current }: Pick<RenewalManagerProps, 'plans' | 'current'>) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-2">
      <legend className="mb-2 text-[0.8125rem] font-medium">Plan from the next cycle on</legend>
      <label htmlFor={`${id}-plan`} className="sr-only">
        Plan
      </label>
      <select
        id={`${id}-plan`}
        name="item"
        defaultValue={current.item}
        className="h-9 w-full rounded-md border bg-card px-3 text-sm"
      >
        {plans.map(({ item, name }) => (
          <option key={item} value={item}>
            {name}
          </option>
        ))}
      </select>
      <div className="flex gap-2">
        <label htmlFor={`${id}-quantity`} className="sr-only">
          Quantity
        </label>
        <Input
          id={`${id}-quantity`}
          name="quantity"
          type="number"
          min={1}
          max={100}
          required
          defaultValue={current.quantity}
          className="w-20"
        />
        <SubmitButton className="flex-1">Change from the next cycle</SubmitButton>
      </div>
    </fieldset>
  );
}

function Told({ state: { done, error } }: { state: RenewalState }) {
  if (error)
    return (
      <p role="alert" className="mt-2 rounded-md bg-danger-soft px-3 py-2 text-[0.8125rem] text-danger">
        {error}
      </p>
    );
  return done ? (
    <p role="status" className="mt-2 text-[0.8125rem] text-success">
      {done}
    </p>
  ) : null;
}
