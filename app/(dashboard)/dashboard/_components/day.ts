const short = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `2026-09-20` becomes `20 Sept`. Days are UTC everywhere. */
export function formatDay(day: string): string {
  return short.format(new Date(`${day}T00:00:00Z`));
}
