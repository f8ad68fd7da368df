'use client';

import { LoaderCircle, Play } from 'lucide-react';
import { useFormStatus } from 'react-dom';

export interface ActionOffer {
  /** The value under which the form sends it. */
  name: string;
  label: string;
  hint: string;
}

/** One thing to try; while it runs it shows so, and nothing else can be tried. */
export function ActionButton({ action: { name, label, hint } }: { action: ActionOffer }) {
  const { pending, data } = useFormStatus();
  const mine = pending && data?.get('action') === name;
  return (
    <button
      type="submit"
      name="action"
      value={name}
      aria-disabled={pending}
      aria-busy={mine}
      onClick={(event) => pending && event.preventDefault()}
      className="flex w-full items-center justify-between gap-2 rounded-md px-2 py-1.5 text-left transition-colors hover:bg-muted aria-disabled:pointer-events-none aria-disabled:opacity-60"
    >
      <span className="min-w-0">
        <span className="block text-sm font-medium">{label}</span>
        <span className="block text-xs text-muted-foreground">{hint}</span>
      </span>
      {mine ? (
        <LoaderCircle className="size-3.5 shrink-0 animate-spin text-muted-foreground" aria-hidden="true" />
      ) : (
        <Play className="size-3.5 shrink-0 text-muted-foreground/70" aria-hidden="true" />
      )}
    </button>
  );
}
