import type { Instant } from '../events';

/** A time of ours as an instant: a `Date` has milliseconds. */
export function instantOf(at: Date): Instant {
  return at.toISOString().replace('Z', '000Z');
}

/** The second that a time lies in: cycles join each other to the second. */
export function wholeSecond(at: Date): Instant {
  return `${at.toISOString().slice(0, 19)}.000000Z`;
}

/** An instant for comparing with our own clock. */
export function atDate(instant: Instant): Date {
  return new Date(instant);
}
