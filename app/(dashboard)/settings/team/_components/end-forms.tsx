'use client';

import { FormField } from '../../../../_components/form-field';
import { ConfirmDialog } from '../../../_components/confirm-dialog';
import { deleteAction, leaveAction } from '../actions';

export function LeaveTeam({ teamId, teamName }: { teamId: string; teamName: string }) {
  return (
    <ConfirmDialog
      label="Leave the team"
      size="md"
      title={`Leave ${teamName}?`}
      description="What you invited others to is withdrawn."
      confirm="Leave"
      action={leaveAction}
      values={{ teamId }}
    />
  );
}

export function DeleteTeam({ teamName }: { teamName: string }) {
  return (
    <ConfirmDialog
      label="Delete the team"
      size="md"
      title={`Delete ${teamName}?`}
      description="Its subscription ends at the provider first. Where that fails, nothing is deleted and you are told why."
      confirm="Delete for good"
      action={deleteAction}
      values={{}}
    >
      <FormField label={`Type “${teamName}” to confirm`} name="name" required autoComplete="off" />
    </ConfirmDialog>
  );
}
