import { createLoader, parseAsString } from 'nuqs/server';

export const loadTeamsSearch = createLoader({ q: parseAsString.withDefault('') });
