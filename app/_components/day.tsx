import { exactTime } from './relative-time';

const long = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });

/** A day that matters, `20 Sept 2026`, in UTC; the exact time on hover. */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(new Date(at))} className="whitespace-nowrap">
      {longDay(at)}
    </time>
  );
}

/** `20 Sept 2026` */
export function longDay(at: string): string {
  return long.format(new Date(at));
}
