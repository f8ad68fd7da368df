import { codeWord } from './words';

const sentences: Record<string, string> = {
  applied: 'Applied: what was paid for is there now.',
  duplicate: 'Duplicate: it had been applied before, and nothing changed.',
  stale: 'Stale: something newer had been applied before.',
  ignored: 'Ignored: there is nothing in it that counts here.',
  waiting: 'Waiting: something it needs is not here yet.',
  retrying: 'Retrying: it could not be done now, and is tried again.',
};

/** How a replay ended, in a sentence. */
export function outcomeSentence({ outcome, code }: { outcome: string; code: string | null }): string {
  return sentences[outcome] ?? `Parked again: ${codeWord(code ?? 'unknown reason').toLowerCase()}.`;
}
