'use client';

import { useActionState } from 'react';
import { FormField } from '../../_components/form-field';
import { FormMessage } from '../../_components/form-message';
import { type FormState, untouched } from '../../_components/form-state';
import { SubmitButton } from '../../_components/submit-button';

interface AddressFormProps {
  action: (before: FormState, form: FormData) => Promise<FormState>;
  label: string;
  next?: string;
}

/** Asks for an address to mail a link to. */
export function AddressForm({ action, label, next = '' }: AddressFormProps) {
  const [state, submit] = useActionState(action, untouched);
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <FormField label="E-mail" name="email" type="email" autoComplete="username" required typed={state.typed} />
      <FormMessage state={state} />
      <SubmitButton variant="primary">{label}</SubmitButton>
    </form>
  );
}
