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

/** `2026-09-20 14:02:10.6+00` as Postgres prints it becomes `2026-09-20T14:02:10.600000Z`. */
function instantFromPostgres(value: string): string {
  const match = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]00(?::?00)?)$/.exec(value);
  if (!match) return new Date(value).toISOString().replace('Z', '000Z');
  return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(6, '0')}Z`;
}
