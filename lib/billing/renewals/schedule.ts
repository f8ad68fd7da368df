import type { Instant } from '../events';

export interface Interval {
  unit: 'day' | 'month' | 'year';
  count: number;
}

/** What the starts of all cycles follow from. */
export interface Anchor {
  anchor: Instant;
  /** The cycle that begins at the anchor. */
  anchorCycleNo: number;
  interval: Interval;
  /** Whose wall clock counts the days: `UTC`, `Europe/Berlin`. */
  timeZone: string;
}

/** What becomes of the cycles that are due, by their numbers, and which one is due next. */
export interface DueDecision {
  charge: number[];
  skip: number[];
  nextCycleNo: number;
}

/**
 * Which of the cycles that are due are charged. One that is due is charged. Of several, `latest_only` charges the one
 * that contains now, `all` every one, and `skip` none. Pure.
 */
export function decideDue(
  anchor: Anchor,
  { nextCycleNo, now, catchUp }: { nextCycleNo: number; now: Instant; catchUp: 'latest_only' | 'all' | 'skip' },
): DueDecision {
  const due: number[] = [];
  for (let cycle = nextCycleNo; startOf(anchor, cycle) <= now; cycle += 1) due.push(cycle);
  const decided = { nextCycleNo: nextCycleNo + due.length };
  if (due.length <= 1 || catchUp === 'all') return { ...decided, charge: due, skip: [] };
  if (catchUp === 'skip') return { ...decided, charge: [], skip: due };
  return { ...decided, charge: due.slice(-1), skip: due.slice(0, -1) };
}

/**
 * When a cycle begins: so many intervals after the anchor, by the wall clock of the zone, never after the previous
 * cycle: 31 January, 28 February, 31 March. A day that a month lacks becomes its last one; a time that a spring night
 * skips becomes that much later, and of a time that an autumn night has twice the first one counts. Pure.
 */
export function startOf({ anchor, anchorCycleNo, interval, timeZone }: Anchor, cycleNo: number): Instant {
  const { unit, count } = interval;
  const steps = (cycleNo - anchorCycleNo) * count;
  const local = localOf(anchor, timeZone);
  const moved = unit === 'day' ? addDays(local, steps) : addMonths(local, unit === 'year' ? steps * 12 : steps);
  return instantOf(moved, timeZone, anchor.slice(19));
}

/** The next cycle as a range. Pure. */
export function cycleRange(anchor: Anchor, cycleNo: number): { start: Instant; end: Instant } {
  return { start: startOf(anchor, cycleNo), end: startOf(anchor, cycleNo + 1) };
}

/** A wall clock's time, in the milliseconds that UTC would have then. */
type Local = number;

const day = 86_400_000;

function addDays(local: Local, days: number): Local {
  return local + days * day;
}

function addMonths(local: Local, months: number): Local {
  const date = new Date(local);
  const index = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  const [year, month] = [Math.floor(index / 12), index % 12];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay)) + (local % day);
}

function localOf(instant: Instant, timeZone: string): Local {
  const at = Date.parse(`${instant.slice(0, 19)}Z`);
  return at + offsetAt(at, timeZone);
}

/** `fraction` is what is left of the seconds: `.000000Z`. */
function instantOf(local: Local, timeZone: string, fraction: string): Instant {
  const before = local - offsetAt(local - day, timeZone);
  const after = local - offsetAt(local + day, timeZone);
  // Around a change of the clocks there are two readings; one that reads the same again is right.
  const found = [before, after].find((at) => at + offsetAt(at, timeZone) === local) ?? before;
  return `${new Date(found).toISOString().slice(0, 19)}${fraction}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far a zone's wall clock is ahead of UTC then, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return 0;
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day: date = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, date, hour, minute, second) - Math.floor(at / 1000) * 1000;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const numeric = 'numeric';
  const fields = {
    year: numeric,
    month: numeric,
    day: numeric,
    hour: numeric,
    minute: numeric,
    second: numeric,
  } as const;
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...fields });
  formats.set(timeZone, format);
  return format;
}
