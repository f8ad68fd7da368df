'use client';

import { useActionState } from 'react';
import { FormField } from '../../_components/form-field';
import { FormMessage } from '../../_components/form-message';
import { untouched } from '../../_components/form-state';
import { SubmitButton } from '../../_components/submit-button';
import { signUp } from '../actions';

export function SignUpForm({ next }: { next: string }) {
  const [state, submit] = useActionState(signUp, untouched);
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <FormField label="Name" name="name" autoComplete="name" required maxLength={80} typed={state.typed} />
      <FormField label="E-mail" name="email" type="email" autoComplete="username" required typed={state.typed} />
      <FormField
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={128}
        hint="At least 10 characters."
      />
      <FormMessage state={state} />
      <SubmitButton variant="primary">Sign up</SubmitButton>
    </form>
  );
}
