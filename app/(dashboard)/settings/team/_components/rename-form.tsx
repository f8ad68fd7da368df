'use client';

import { useActionState } from 'react';
import { FormField } from '../../../../_components/form-field';
import { FormMessage } from '../../../../_components/form-message';
import { untouched } from '../../../../_components/form-state';
import { SubmitButton } from '../../../../_components/submit-button';
import { renameAction } from '../actions';

export function RenameForm({ teamName }: { teamName: string }) {
  const [state, rename] = useActionState(renameAction, untouched);
  return (
    <form action={rename} className="grid gap-4">
      <FormField
        label="Team name"
        name="name"
        required
        maxLength={80}
        autoComplete="organization"
        typed={{ name: teamName, ...state.typed }}
      />
      <FormMessage state={state} />
      <SubmitButton variant="primary" className="w-fit">
        Save
      </SubmitButton>
    </form>
  );
}
