'use client';

import { useActionState } from 'react';
import { FormField } from '../../../../_components/form-field';
import { FormMessage } from '../../../../_components/form-message';
import { untouched } from '../../../../_components/form-state';
import { SubmitButton } from '../../../../_components/submit-button';
import { createAction } from '../actions';

export function CreateTeamForm() {
  const [state, create] = useActionState(createAction, untouched);
  return (
    <form action={create} className="grid gap-4">
      <FormField
        label="Team name"
        name="name"
        required
        maxLength={80}
        autoComplete="organization"
        typed={state.typed}
      />
      <FormMessage state={state} />
      <SubmitButton variant="primary" className="w-fit">
        Create team
      </SubmitButton>
    </form>
  );
}
