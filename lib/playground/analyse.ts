/** What a text is like. */
export interface TextReport {
  words: number;
  sentences: number;
  /** Whole minutes at 230 words a minute, one at least. */
  readingMinutes: number;
  /** The words of four letters or more that come most often, with how often. */
  frequent: { word: string; times: number }[];
}

/** Counts what a text is made of. Pure. */
export function analyse(text: string): TextReport {
  const words = text.match(/\S+/gu) ?? [];
  return {
    words: words.length,
    sentences: (text.match(/[^.!?…]+(?:[.!?…]+|$)/gu) ?? []).filter((part) => /\p{L}/u.test(part)).length,
    readingMinutes: Math.max(Math.round(words.length / 230), 1),
    frequent: mostFrequent(text),
  };
}

function mostFrequent(text: string): TextReport['frequent'] {
  const times = new Map<string, number>();
  for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? []) times.set(word, (times.get(word) ?? 0) + 1);
  return [...times]
    .map(([word, count]) => ({ word, times: count }))
    .sort((one, other) => other.times - one.times || (one.word < other.word ? -1 : 1))
    .slice(0, 8);
}
