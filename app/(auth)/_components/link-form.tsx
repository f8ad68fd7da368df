'use client';

import { useActionState } from 'react';
import { FormMessage } from '../../_components/form-message';
import { type FormState, untouched } from '../../_components/form-state';
import { SubmitButton } from '../../_components/submit-button';

interface LinkFormProps {
  action: (before: FormState, form: FormData) => Promise<FormState>;
  label: string;
  token: string;
  next: string;
}

/** Does what a mail's link is about once somebody clicks: programs that look at mails open every link in them. */
export function LinkForm({ action, label, token, next }: LinkFormProps) {
  const [state, submit] = useActionState(action, untouched);
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="token" value={token} />
      <input type="hidden" name="next" value={next} />
      <FormMessage state={state} />
      <SubmitButton variant="primary">{label}</SubmitButton>
    </form>
  );
}
