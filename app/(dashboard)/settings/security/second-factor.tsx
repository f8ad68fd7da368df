'use client';

import { useActionState } from 'react';
import { FormField } from '../../../_components/form-field';
import { FormMessage } from '../../../_components/form-message';
import { untouched } from '../../../_components/form-state';
import { SubmitButton } from '../../../_components/submit-button';
import { beginSecondFactor, confirmSecondFactor, endSecondFactor } from './actions';
import { SecondFactorKeys } from './second-factor-keys';

const looks = 'grid max-w-sm justify-items-start gap-4 [&>div]:w-full';

/** Sets a second factor up: first the password, then the keys, then a code that shows that they arrived. */
export function SecondFactorOff() {
  const [state, submit] = useActionState(beginSecondFactor, { ...untouched, setUp: null });
  if (state.setUp)
    return (
      <div className="grid gap-5">
        <SecondFactorKeys setUp={state.setUp} />
        <ConfirmForm />
      </div>
    );
  return (
    <form action={submit} className={looks}>
      <FormField label="Password" name="password" type="password" autoComplete="current-password" required />
      <FormMessage state={state} />
      <SubmitButton>Set up a second factor</SubmitButton>
    </form>
  );
}

function ConfirmForm() {
  const [state, submit] = useActionState(confirmSecondFactor, untouched);
  return (
    <form action={submit} className={looks}>
      <FormField
        label="Code that the app shows"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={7}
      />
      <FormMessage state={state} />
      <SubmitButton variant="primary">Switch it on</SubmitButton>
    </form>
  );
}

export function SecondFactorOn() {
  const [state, submit] = useActionState(endSecondFactor, untouched);
  return (
    <form action={submit} className={looks}>
      <FormField label="Password" name="password" type="password" autoComplete="current-password" required />
      <FormMessage state={state} />
      <SubmitButton variant="danger">Switch it off</SubmitButton>
    </form>
  );
}
