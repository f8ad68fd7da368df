/** How an operator's action ended. */
export interface OperatorState {
  error: string | null;
  /** What was done, as a sentence. */
  done: string | null;
  /** New each time, so that the same sentence twice is two things that happened. */
  at: string | null;
}

export const untouched: OperatorState = { error: null, done: null, at: null };
