'use client';

import { useActionState } from 'react';
import { FormField } from '../../_components/form-field';
import { FormMessage } from '../../_components/form-message';
import { untouched } from '../../_components/form-state';
import { SubmitButton } from '../../_components/submit-button';
import { resetPassword } from '../link-actions';

export function ResetForm({ token }: { token: string }) {
  const [state, submit] = useActionState(resetPassword, untouched);
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <FormField
        label="New password"
        name="password"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={128}
        hint="At least 10 characters."
      />
      <FormMessage state={state} />
      <SubmitButton variant="primary">Set the password</SubmitButton>
    </form>
  );
}
