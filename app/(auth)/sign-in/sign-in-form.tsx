'use client';

import { useActionState } from 'react';
import { FormField } from '../../_components/form-field';
import { FormMessage } from '../../_components/form-message';
import { untouched } from '../../_components/form-state';
import { SubmitButton } from '../../_components/submit-button';
import { AuthLink } from '../_components/auth-link';
import { signIn } from '../actions';

export function SignInForm({ next }: { next: string }) {
  const [state, submit] = useActionState(signIn, untouched);
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <FormField label="E-mail" name="email" type="email" autoComplete="username" required typed={state.typed} />
      <FormField label="Password" name="password" type="password" autoComplete="current-password" required />
      <FormMessage state={state} />
      <SubmitButton variant="primary">Sign in</SubmitButton>
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-2 text-sm">
        <AuthLink href={`/magic-link?${new URLSearchParams({ next })}`}>Mail me a sign-in link</AuthLink>
        <AuthLink href="/forgot-password">Forgot your password?</AuthLink>
      </p>
    </form>
  );
}
