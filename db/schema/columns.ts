import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/**
 * A point in time as ISO 8601 text, UTC, to the microsecond. Text and not `Date`, because a `Date` drops the
 * microseconds by which providers order their events.
 */
export const instant = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp with time zone',
  fromDriver: (value) => instantFromPostgres(value),
});

/** A point in time of ours: milliseconds are enough. */
export const time = (name?: string) =>
  name === undefined ? timestamp({ withTimezone: true }) : timestamp(name, { withTimezone: true });

/** A whole number beyond int32: minor units, credits, counts. Safe integers only. */
export const whole = (name?: string) =>
  name === undefined ? bigint({ mode: 'number' }) : bigint(name, { mode: 'number' });

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });

/**
 * `2026-09-20 19:47:10.6+05:45`, as Postgres prints it in the session's time zone, becomes
 * `2026-09-20T14:02:10.600000Z`.
 */
function instantFromPostgres(value: string): string {
  const [, day, time, fraction = '', hours, minutes = '00'] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d)(?::?(\d\d))?$/.exec(value) ?? [];
  const seconds = new Date(`${day}T${time}${hours}:${minutes}`).toISOString().slice(0, 19);
  return `${seconds}.${fraction.padEnd(6, '0')}Z`;
}
