'use client';

import { useActionState } from 'react';
import { FormField } from '../../../_components/form-field';
import { FormMessage } from '../../../_components/form-message';
import { untouched } from '../../../_components/form-state';
import { SubmitButton } from '../../../_components/submit-button';
import { changePassword, mailPasswordLink } from './actions';

export function PasswordForm() {
  const [state, submit] = useActionState(changePassword, untouched);
  return (
    <form action={submit} className="grid max-w-sm justify-items-start gap-4 [&>div]:w-full">
      <FormField
        label="Present password"
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        required
      />
      <FormField
        label="New password"
        name="newPassword"
        type="password"
        autoComplete="new-password"
        required
        minLength={10}
        maxLength={128}
        hint="At least 10 characters."
      />
      <FormMessage state={state} />
      <SubmitButton variant="primary">Change the password</SubmitButton>
    </form>
  );
}

export function PasswordLinkForm() {
  const [state, submit] = useActionState(mailPasswordLink, untouched);
  return (
    <form action={submit} className="grid justify-items-start gap-4">
      <FormMessage state={state} />
      <SubmitButton>Mail me a link to choose one</SubmitButton>
    </form>
  );
}
