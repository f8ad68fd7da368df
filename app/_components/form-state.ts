/** What became of a form. */
export interface FormState {
  error: string | null;
  done: string | null;
  /** What was typed, so that a form that failed keeps it. Never a password. */
  typed: Record<string, string>;
}

export const untouched: FormState = { error: null, done: null, typed: {} };

/** The form failed for this reason, and keeps what was typed. */
export function failed(error: string, form?: FormData): FormState {
  return { error, done: null, typed: form ? typedOf(form) : {} };
}

export function succeeded(done: string): FormState {
  return { error: null, done, typed: {} };
}

function typedOf(form: FormData): Record<string, string> {
  const fields = [...form].filter(([name]) => !/password|code|token|^\$/i.test(name));
  return Object.fromEntries(fields.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}
