'use client';

import { useActionState } from 'react';
import type { MessagePreference } from '@/lib/billing';
import { SubmitButton } from '../../../_components/submit-button';
import { saveNotices } from '../actions';
import { noticeWords } from './notice-words';

interface NoticesFormProps {
  preferences: readonly MessagePreference[];
  mayChange: boolean;
}

export function NoticesForm({ preferences, mayChange }: NoticesFormProps) {
  const [{ saved, error }, save] = useActionState(saveNotices, { saved: false, error: null });
  return (
    <form action={save}>
      <fieldset disabled={!mayChange} className="divide-y border-y disabled:opacity-60">
        <legend className="sr-only">Notices</legend>
        {preferences.map(({ type, isWanted }) => (
          <label key={type} className="flex cursor-pointer items-start gap-3 px-5 py-3.5 hover:bg-muted/60">
            <input
              // A saved form shows what was saved.
              key={String(isWanted)}
              type="checkbox"
              name={type}
              defaultChecked={isWanted}
              className="mt-0.5 size-4 shrink-0 accent-primary"
              aria-describedby={`${type}-about`}
            />
            <span className="min-w-0 text-sm">
              <span className="block font-medium">{noticeWords[type].label}</span>
              <span id={`${type}-about`} className="block text-muted-foreground">
                {noticeWords[type].description}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="flex items-center gap-3 px-5 py-4">
        {mayChange ? <SubmitButton variant="primary">Save</SubmitButton> : null}
        <p role="status" className={error ? 'text-sm text-danger' : 'text-sm text-muted-foreground'}>
          {error ?? (saved ? 'Saved.' : mayChange ? '' : 'Only owners and billing contacts can change this.')}
        </p>
      </div>
    </form>
  );
}
