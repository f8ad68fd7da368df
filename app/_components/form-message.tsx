import type { FormState } from './form-state';

/** What became of a form, said aloud too. */
export function FormMessage({ state: { error, done } }: { state: FormState }) {
  return (
    <p
      role={error ? 'alert' : 'status'}
      className={`text-sm empty:sr-only ${error ? 'text-danger' : 'text-muted-foreground'}`}
    >
      {error ?? done}
    </p>
  );
}
