import { useId } from 'react';
import type { Plan } from '@/lib/billing';
import { planPrice } from '../../../../_components/plan-price';
import { SubmitButton } from '../../../../_components/submit-button';
import { Input } from '../../../../_components/ui/input';

interface ChangePlanProps {
  plans: Plan[];
  item: string;
  quantity: number;
}

/** Dearer at once and in proportion, a year in full, cheaper when the period ends: as the sandbox charges it. */
export function ChangePlan({ plans, item, quantity }: ChangePlanProps) {
  const id = useId();
  return (
    <>
      <fieldset>
        <legend className="sr-only">Plan</legend>
        <div className="grid gap-2">
          {plans.map((plan) => (
            <label
              key={plan.item}
              className="flex cursor-pointer items-center gap-3 rounded-md border bg-card px-3 py-2.5 text-sm has-checked:border-primary has-checked:bg-accent"
            >
              <input
                type="radio"
                name="item"
                value={plan.item}
                defaultChecked={plan.item === item}
                className="accent-primary"
              />
              <span className="flex-1 font-medium">{plan.name}</span>
              <span className="text-muted-foreground">
                {planPrice(plan)} a {plan.interval}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="mt-3 flex items-end gap-3">
        <div className="w-24">
          <label htmlFor={id} className="mb-1.5 block text-[0.8125rem] font-medium">
            Quantity
          </label>
          <Input id={id} name="quantity" type="number" min={1} max={100} required defaultValue={quantity} />
        </div>
        <SubmitButton name="action" value="change_plan" variant="primary">
          Change the plan
        </SubmitButton>
      </div>
      <p className="mt-2 text-xs text-muted-foreground">
        Dearer is charged at once, in proportion. A year is charged in full from now. Cheaper begins when the period
        ends.
      </p>
    </>
  );
}
