'use client';

import { type ReactNode, useActionState, useEffect, useRef } from 'react';
import { toast } from '../../_components/toast';
import { cn } from '../../_components/ui/cn';
import { type OperatorState, untouched } from './operator-state';

interface OperatorFormProps {
  action: (before: OperatorState, form: FormData) => Promise<OperatorState>;
  /** Sent along, unseen. */
  values: Record<string, string>;
  children: ReactNode;
  className?: string;
  onDone?: () => void;
}

/** A form that says what was done, or why it was not, and keeps what was typed when it was not. */
export function OperatorForm({ action, values, children, className, onDone }: OperatorFormProps) {
  const typed = useRef<FormData | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const told = useRef<string | null>(null);
  const [state, submit] = useActionState((before: OperatorState, sent: FormData) => {
    typed.current = sent;
    return action(before, sent);
  }, untouched);

  useEffect(() => {
    if (told.current === state.at) return;
    told.current = state.at;
    // A form is emptied when its action ends, however it ended.
    if (state.error !== null && form.current && typed.current) restore(form.current, typed.current);
    if (state.done === null) return;
    toast.success(state.done);
    onDone?.();
  }, [state, onDone]);

  return (
    <form ref={form} action={submit} className={cn('grid gap-3', className)}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      {state.error ? (
        <p role="alert" className="text-sm text-danger">
          {state.error}
        </p>
      ) : null}
    </form>
  );
}

function restore(form: HTMLFormElement, typed: FormData): void {
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox') element.checked = typed.has(element.name);
    else if (
      element instanceof HTMLTextAreaElement ||
      (element instanceof HTMLInputElement && element.type !== 'hidden')
    )
      element.value = String(typed.get(element.name) ?? '');
  }
}
