'use client';

import { useActionState } from 'react';
import { FormField } from '../../../_components/form-field';
import { FormMessage } from '../../../_components/form-message';
import { untouched } from '../../../_components/form-state';
import { RoleFields } from '../../../_components/role-fields';
import { SubmitButton } from '../../../_components/submit-button';
import { inviteAction } from '../actions';

export function InviteForm() {
  const [state, invite] = useActionState(inviteAction, untouched);
  return (
    <form action={invite} className="grid gap-4 border-t px-5 py-4">
      <FormField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        typed={state.typed}
        hint="The link works for seven days, and for this address only."
      />
      <RoleFields chosen={state.typed.role ?? 'member'} />
      <FormMessage state={state} />
      <SubmitButton variant="primary" className="w-fit">
        Send invitation
      </SubmitButton>
    </form>
  );
}
