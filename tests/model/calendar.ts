/** Times of the model: milliseconds since 1970, whole seconds. */
export const second = 1000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** As providers and Postgres write it: `2026-09-01T10:00:00.000000Z`. */
export function instant(at: number): string {
  return new Date(at).toISOString().replace('Z', '000Z');
}

/** Whole calendar months later, UTC; the last day of a month that lacks the day. */
export function monthsLater(at: number, months: number): number {
  const from = new Date(at);
  const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
  const lastDay = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months + 1, 0)).getUTCDate();
  return first + (Math.min(from.getUTCDate(), lastDay) - 1) * day + (at % day);
}
