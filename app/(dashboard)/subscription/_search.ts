import { createLoader, createSerializer, parseAsArrayOf, parseAsString } from 'nuqs/server';

const search = {
  /** The card that the buyer comes back from saving. */
  setup: parseAsString,
  /** Which subscription the timeline shows; without one, the one that counts. */
  subscription: parseAsString,
  /** The day to explain, `2026-09-20`. */
  day: parseAsString,
  /** Where the renewals go on, and the cursors of the pages before. */
  cursor: parseAsString,
  trail: parseAsArrayOf(parseAsString).withDefault([]),
};

export const loadSubscriptionSearch = createLoader(search);

/** The address of a part of the page. */
export const subscriptionUrl = createSerializer(search);
