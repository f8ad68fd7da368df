'use client';

import { ConfirmDialog } from '../../../_components/confirm-dialog';
import { transferAction } from '../actions';

interface TransferFormProps {
  members: readonly { id: string; name: string; email: string | null }[];
}

export function TransferForm({ members }: TransferFormProps) {
  return (
    <ConfirmDialog
      label="Hand over the team"
      size="md"
      title="Who gets the team?"
      description="They own it at once. You stay as a member, without the right to manage it."
      confirm="Hand over"
      action={transferAction}
      values={{}}
    >
      <fieldset className="grid gap-2.5">
        <legend className="sr-only">New owner</legend>
        {members.map(({ id, name, email }) => (
          <label key={id} className="flex items-start gap-2.5 text-sm">
            <input type="radio" name="userId" value={id} required className="mt-0.5 size-4 shrink-0 accent-primary" />
            <span>
              {name}
              {email ? <span className="block break-all text-muted-foreground">{email}</span> : null}
            </span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
