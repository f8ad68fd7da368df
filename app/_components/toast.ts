type Kind = 'success' | 'error';

export interface Toast {
  kind: Kind;
  text: string;
}

const waiting: Toast[] = [];
let listeners: (() => void)[] = [];
let isWanted = false;

/** Says something for a few seconds in a corner of the page. What draws it is loaded with the first one. */
export const toast = {
  success: (text: string) => say({ kind: 'success', text }),
  error: (text: string) => say({ kind: 'error', text }),
};

function say(said: Toast): void {
  waiting.push(said);
  isWanted = true;
  for (const listener of listeners) listener();
}

/** Whether anything was said on this page yet. */
export function isToastWanted(): boolean {
  return isWanted;
}

/** What was said and not shown yet; it counts as shown now. */
export function takeToasts(): Toast[] {
  return waiting.splice(0);
}

/** Calls back whenever something is said, until the returned function is called. */
export function onToast(listener: () => void): () => void {
  listeners = [...listeners, listener];
  return () => {
    listeners = listeners.filter((known) => known !== listener);
  };
}
