import { describe, expect, it } from 'vitest';
import { type Anchor, cycleRange, decideDue, startOf } from '@/lib/billing/renewals/schedule';

function monthly(anchor: string, timeZone = 'UTC'): Anchor {
  return { anchor, anchorCycleNo: 0, interval: { unit: 'month', count: 1 }, timeZone };
}

const two = (number: number) => String(number).padStart(2, '0');
const lastDayOf = (instant: string) =>
  new Date(Date.UTC(Number(instant.slice(0, 4)), Number(instant.slice(5, 7)), 0)).getUTCDate();

describe('the schedule', () => {
  it.each(Array.from({ length: 31 }, (_, index) => index + 1))(
    'of a monthly subscription that began on day %i has twelve cycles a year for five years, each from the end of the last, and comes back to its day',
    (day) => {
      const anchor = monthly(`2027-01-${two(day)}T14:02:10.000000Z`);
      const cycles = Array.from({ length: 60 }, (_, cycle) => cycleRange(anchor, cycle));
      for (const [index, { start, end }] of cycles.entries()) {
        expect(start).toBe(index === 0 ? anchor.anchor : cycles[index - 1]?.end);
        expect(end > start).toBe(true);
        expect(Number(start.slice(8, 10))).toBe(Math.min(day, lastDayOf(start)));
        expect(start.slice(10)).toBe('T14:02:10.000000Z');
      }
      for (const year of [2027, 2028, 2029, 2030, 2031])
        expect(cycles.filter(({ start }) => start.startsWith(`${year}-`))).toHaveLength(12);
      expect(startOf(anchor, 60)).toBe(`2032-01-${two(day)}T14:02:10.000000Z`);
    },
  );

  it('of a yearly subscription that began on a leap day ends in February and comes back to the leap day', () => {
    const anchor = { ...monthly('2028-02-29T00:00:00.000000Z'), interval: { unit: 'year', count: 1 } } as const;
    expect([1, 2, 3, 4].map((cycle) => startOf(anchor, cycle).slice(0, 10))).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });

  it('counts thirty days where days are the unit', () => {
    const anchor = { ...monthly('2027-01-31T09:00:00.000000Z'), interval: { unit: 'day', count: 30 } } as const;
    expect([0, 1, 2].map((cycle) => startOf(anchor, cycle))).toEqual([
      '2027-01-31T09:00:00.000000Z',
      '2027-03-02T09:00:00.000000Z',
      '2027-04-01T09:00:00.000000Z',
    ]);
  });

  it('keeps the hour of the wall clock of its zone over changes of the clocks', () => {
    // 09:30 in Berlin: an hour before UTC in winter, two in summer.
    const anchor = monthly('2027-01-31T08:30:00.000000Z', 'Europe/Berlin');
    expect([1, 2, 3, 9, 10].map((cycle) => startOf(anchor, cycle))).toEqual([
      '2027-02-28T08:30:00.000000Z',
      '2027-03-31T07:30:00.000000Z',
      '2027-04-30T07:30:00.000000Z',
      '2027-10-31T08:30:00.000000Z',
      '2027-11-30T08:30:00.000000Z',
    ]);
  });

  it('goes by the day of the zone where that is another one than in UTC', () => {
    const anchor = monthly('2027-01-31T16:00:00.000000Z', 'Asia/Tokyo');
    // The first of February there.
    expect([1, 2].map((cycle) => startOf(anchor, cycle))).toEqual([
      '2027-02-28T16:00:00.000000Z',
      '2027-03-31T16:00:00.000000Z',
    ]);
  });

  it('moves a time that a spring night skips on by an hour, and takes the first of the two of an autumn night', () => {
    expect(startOf(monthly('2027-02-28T01:30:00.000000Z', 'Europe/Berlin'), 1)).toBe('2027-03-28T01:30:00.000000Z');
    expect(startOf(monthly('2027-09-30T00:30:00.000000Z', 'Europe/Berlin'), 1)).toBe('2027-10-30T00:30:00.000000Z');
    expect(startOf(monthly('2027-08-31T00:30:00.000000Z', 'Europe/Berlin'), 2)).toBe('2027-10-31T00:30:00.000000Z');
  });

  it('counts a new interval from where the old one ended', () => {
    const changed = {
      ...monthly('2027-04-30T10:00:00.000000Z'),
      anchorCycleNo: 3,
      interval: { unit: 'year', count: 1 },
    };
    expect(startOf(changed as Anchor, 4)).toBe('2028-04-30T10:00:00.000000Z');
  });
});

describe('cycles that are due', () => {
  const anchor = monthly('2027-01-15T10:00:00.000000Z');
  const due = (now: string, catchUp: 'latest_only' | 'all' | 'skip') =>
    decideDue(anchor, { nextCycleNo: 1, now: `${now}T10:00:00.000000Z`, catchUp });

  it.each(['latest_only', 'all', 'skip'] as const)('are none before the nominal time, by %s', (catchUp) => {
    expect(due('2027-02-14', catchUp)).toEqual({ charge: [], skip: [], nextCycleNo: 1 });
  });

  it.each(['latest_only', 'all', 'skip'] as const)('are charged where only one is due, by %s', (catchUp) => {
    expect(due('2027-03-14', catchUp)).toEqual({ charge: [1], skip: [], nextCycleNo: 2 });
  });

  it('are the one that contains now, where three were missed: the older ones are skipped', () => {
    expect(due('2027-04-15', 'latest_only')).toEqual({ charge: [3], skip: [1, 2], nextCycleNo: 4 });
  });

  it('are all three where all of them are to be charged', () => {
    expect(due('2027-04-15', 'all')).toEqual({ charge: [1, 2, 3], skip: [], nextCycleNo: 4 });
  });

  it('are none of three where missed ones are not to be charged', () => {
    expect(due('2027-04-15', 'skip')).toEqual({ charge: [], skip: [1, 2, 3], nextCycleNo: 4 });
  });
});
