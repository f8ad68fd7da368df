import { createLoader, createSerializer, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { historyFilters } from '@/lib/billing';

const search = {
  filter: parseAsStringLiteral(historyFilters).withDefault('all'),
  cursor: parseAsString,
  /** The cursors of the pages before this one, so that "Newer" can go back the way it came. */
  trail: parseAsArrayOf(parseAsString).withDefault([]),
};

/** What part of the history is asked for. A filter that does not exist reads as `all`. */
export const loadHistorySearch = createLoader(search);

/** The address of a part of the history. */
export const historyUrl = createSerializer(search);
