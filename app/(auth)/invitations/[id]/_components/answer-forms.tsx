'use client';

import { useActionState } from 'react';
import { FormMessage } from '../../../../_components/form-message';
import { untouched } from '../../../../_components/form-state';
import { SubmitButton } from '../../../../_components/submit-button';
import { acceptAction, declineAction } from '../actions';

export function AnswerForms({ invitationId }: { invitationId: string }) {
  const [accepted, accept] = useActionState(acceptAction, untouched);
  const [declined, decline] = useActionState(declineAction, untouched);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        <form action={accept}>
          <input type="hidden" name="invitationId" value={invitationId} />
          <SubmitButton variant="primary">Join the team</SubmitButton>
        </form>
        <form action={decline}>
          <input type="hidden" name="invitationId" value={invitationId} />
          <SubmitButton variant="ghost">Decline</SubmitButton>
        </form>
      </div>
      <FormMessage state={accepted.error === null ? declined : accepted} />
    </div>
  );
}
