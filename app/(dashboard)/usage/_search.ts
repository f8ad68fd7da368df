import { createLoader, createSerializer, parseAsNumberLiteral } from 'nuqs/server';

export const spans = [7, 30, 90] as const;

const search = { days: parseAsNumberLiteral(spans).withDefault(30) };

/** How many days are asked for. Any other number reads as 30. */
export const loadUsageSearch = createLoader(search);

export const usageUrl = createSerializer(search);
