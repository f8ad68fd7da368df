import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import type { OperationFilter } from '@/lib/billing/operator';
import { operationFilterWords } from '../_components/operation-words';

const isFilter = (key: string): key is keyof typeof operationFilterWords => key in operationFilterWords;

export const operationFilterNames = Object.keys(operationFilterWords).filter(isFilter) satisfies OperationFilter[];

const search = {
  filter: parseAsStringLiteral(operationFilterNames),
  subscription: parseAsString,
  cursor: parseAsString,
};

export const loadRenewalsSearch = createLoader(search);

/** The address of a part of the charges. */
export const renewalsUrl = createSerializer(search);

export type RenewalsSearch = Awaited<ReturnType<typeof loadRenewalsSearch>>;
