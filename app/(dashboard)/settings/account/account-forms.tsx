'use client';

import { useActionState } from 'react';
import { FormField } from '../../../_components/form-field';
import { FormMessage } from '../../../_components/form-message';
import { untouched } from '../../../_components/form-state';
import { SubmitButton } from '../../../_components/submit-button';
import { changeAddress, deleteAccount, rename } from './actions';

const looks = 'grid max-w-sm gap-4 justify-items-start [&>div]:w-full';

export function NameForm({ name }: { name: string }) {
  const [state, submit] = useActionState(rename, untouched);
  return (
    <form action={submit} className={looks}>
      <FormField
        label="Name"
        name="name"
        autoComplete="name"
        required
        maxLength={80}
        typed={{ name, ...state.typed }}
      />
      <FormMessage state={state} />
      <SubmitButton variant="primary">Save</SubmitButton>
    </form>
  );
}

export function AddressForm() {
  const [state, submit] = useActionState(changeAddress, untouched);
  return (
    <form action={submit} className={looks}>
      <FormField label="New address" name="email" type="email" autoComplete="email" required typed={state.typed} />
      <FormMessage state={state} />
      <SubmitButton>Change the address</SubmitButton>
    </form>
  );
}

export function DeleteForm({ hasPassword }: { hasPassword: boolean }) {
  const [state, submit] = useActionState(deleteAccount, untouched);
  return (
    <form action={submit} className={looks}>
      {hasPassword ? (
        <FormField label="Password" name="password" type="password" autoComplete="current-password" required />
      ) : null}
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" name="confirmed" required className="mt-0.5 size-4 shrink-0 accent-primary" />
        Delete my account, and the teams that nobody else is in
      </label>
      <FormMessage state={state} />
      <SubmitButton variant="danger">Delete the account</SubmitButton>
    </form>
  );
}
