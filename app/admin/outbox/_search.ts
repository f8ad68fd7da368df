import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { messageStateNames } from '../_components/states';

const search = { state: parseAsStringLiteral(messageStateNames), team: parseAsString, cursor: parseAsString };

export const loadOutboxSearch = createLoader(search);

/** The address of a part of the outbox. */
export const outboxUrl = createSerializer(search);

export type OutboxSearch = Awaited<ReturnType<typeof loadOutboxSearch>>;
