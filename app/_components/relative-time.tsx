import { formatDistanceStrict } from 'date-fns';
import { systemClock } from '@/lib/clock';

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** How long ago something was; the exact time, in UTC, on hover. */
export function RelativeTime({ at, className }: { at: Date; className?: string }) {
  return (
    <time dateTime={at.toISOString()} title={exactTime(at)} className={className}>
      {timeAgo(at, systemClock.now())}
    </time>
  );
}

/** `20 Sept 2026, 14:02:10 UTC` */
export function exactTime(at: Date): string {
  return `${exact.format(at)} UTC`;
}

function timeAgo(at: Date, now: Date): string {
  if (Math.abs(now.getTime() - at.getTime()) < 10_000) return 'just now';
  return formatDistanceStrict(at, now, { addSuffix: true });
}
