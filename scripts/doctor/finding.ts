/** What one look found, and what to do about it. */
export interface Finding {
  about: string;
  state: 'ok' | 'look' | 'wrong';
  says: string;
  /** Only where something is to be done. */
  todo?: string;
}

export const ok = (about: string, says: string): Finding => ({ about, state: 'ok', says });
export const look = (about: string, says: string, todo: string): Finding => ({ about, state: 'look', says, todo });
export const wrong = (about: string, says: string, todo: string): Finding => ({ about, state: 'wrong', says, todo });
