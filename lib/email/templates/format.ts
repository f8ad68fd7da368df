const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const whole = new Intl.NumberFormat('en');

/** `1 October 2026`, in UTC as all days in mails. */
export function formatDay(date: Date): string {
  const {
    day: number,
    month,
    year,
  } = Object.fromEntries(day.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${number} ${month} ${year}`;
}

/** `1,000 credits`. */
export function formatCredits(credits: number): string {
  return `${whole.format(credits)} ${credits === 1 ? 'credit' : 'credits'}`;
}

/** What identifies a payment to a person: the end of its id. */
export function formatReference(id: string): string {
  return id.replaceAll('-', '').slice(-12).toUpperCase();
}

/** `1 October 2026, 14:05 UTC`. */
export function formatDateTime(date: Date): string {
  return `${formatDay(date)}, ${date.toISOString().slice(11, 16)} UTC`;
}
