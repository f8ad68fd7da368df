'use client';

import { useActionState, useState } from 'react';
import { FormField } from '../../_components/form-field';
import { FormMessage } from '../../_components/form-message';
import { untouched } from '../../_components/form-state';
import { SubmitButton } from '../../_components/submit-button';
import { Button } from '../../_components/ui/button';
import { verifyCode } from '../actions';

export function CodeForm({ next }: { next: string }) {
  const [state, submit] = useActionState(verifyCode, untouched);
  const [isBackup, setBackup] = useState(false);
  return (
    <form action={submit} className="grid gap-4">
      <input type="hidden" name="next" value={next} />
      <input type="hidden" name="kind" value={isBackup ? 'backup' : 'totp'} />
      {isBackup ? (
        <FormField key="backup" label="Backup code" name="code" autoComplete="off" required maxLength={40} />
      ) : (
        <FormField
          key="totp"
          label="Code of your app"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maxLength={7}
        />
      )}
      <label className="flex items-start gap-2 text-sm">
        <input type="checkbox" name="trustDevice" className="mt-0.5 size-4 shrink-0 accent-primary" />
        Do not ask in this browser for 30 days
      </label>
      <FormMessage state={state} />
      <SubmitButton variant="primary">Go on</SubmitButton>
      <Button
        type="button"
        variant="link"
        size="inline"
        className="justify-self-start text-sm"
        onClick={() => setBackup(!isBackup)}
      >
        {isBackup ? 'Use the code of your app' : 'Use a backup code'}
      </Button>
    </form>
  );
}
