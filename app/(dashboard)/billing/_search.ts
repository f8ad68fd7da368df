import { createLoader, createSerializer, parseAsArrayOf, parseAsString, parseAsStringLiteral } from 'nuqs/server';
import { invoiceFilters } from '@/lib/billing';
import { problems } from './_problems';

const search = {
  filter: parseAsStringLiteral(invoiceFilters).withDefault('all'),
  /** Where the payments go on, and the cursors of the pages before. */
  cursor: parseAsString,
  trail: parseAsArrayOf(parseAsString).withDefault([]),
  /** Why somebody was sent back here. */
  problem: parseAsStringLiteral(problems),
};

export const loadBillingSearch = createLoader(search);

/** The address of a part of the page. */
export const billingUrl = createSerializer(search);
