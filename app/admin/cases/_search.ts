import { createLoader, createSerializer, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { caseStateNames } from '../_components/states';

const search = {
  /** `any` shows all of them. */
  state: parseAsStringLiteral([...caseStateNames, 'any'] as const).withDefault('open'),
  kind: parseAsString,
  team: parseAsString,
  cursor: parseAsString,
};

export const loadCasesSearch = createLoader(search);

/** The address of a part of the cases. */
export const casesUrl = createSerializer(search);

export type CasesSearch = Awaited<ReturnType<typeof loadCasesSearch>>;
