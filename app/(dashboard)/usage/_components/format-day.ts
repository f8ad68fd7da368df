const format = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** `20 Sept` of `2026-09-20`. */
export function formatDay(day: string): string {
  return format.format(new Date(`${day}T00:00:00Z`));
}
