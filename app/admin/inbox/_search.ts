import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { errorCategories, providerNames } from '@/lib/billing/operator';
import { inboxStateNames } from '../_components/states';

const search = {
  state: parseAsStringLiteral(inboxStateNames),
  provider: parseAsStringLiteral(providerNames),
  category: parseAsStringLiteral(errorCategories),
  code: parseAsString,
  team: parseAsString,
  cursor: parseAsString,
};

/** What part of the inbox is asked for. A filter that does not exist reads as none. */
export const loadInboxSearch = createLoader(search);

/** The address of a part of the inbox. */
export const inboxUrl = createSerializer(search);

export type InboxSearch = Awaited<ReturnType<typeof loadInboxSearch>>;
