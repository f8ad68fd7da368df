'use client';

import { type ReactNode, useActionState, useEffect, useRef } from 'react';
import { toast } from 'sonner';
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
  const [state, submit] = useActionState(action, untouched);
  const told = useRef<string | null>(null);

  useEffect(() => {
    if (state.done === null || told.current === state.at) return;
    told.current = state.at;
    toast.success(state.done);
    onDone?.();
  }, [state, onDone]);

  return (
    <form action={submit} className={cn('grid gap-3', className)}>
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
