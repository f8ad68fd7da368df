import { describe, expect, it } from 'vitest';
import { addMonths, lotEnd, monthsOf, planAllowance, planTopUp } from '@/lib/billing/credits/allowance-plan';

describe('calendar months', () => {
  it.each([
    ['2027-01-31T10:00:00.123456Z', ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31', '2027-06-30']],
    ['2028-01-31T10:00:00.000000Z', ['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31', '2028-06-30']],
    ['2026-11-30T23:59:59.999999Z', ['2026-12-30', '2027-01-30', '2027-02-28', '2027-03-30', '2027-04-30']],
    ['2026-03-15T00:00:00.000000Z', ['2026-04-15', '2026-05-15', '2026-06-15', '2026-07-15', '2026-08-15']],
  ])('from %s fall on the anchor day or the last of a shorter month', (anchor, days) => {
    const time = anchor.slice(10);
    expect([1, 2, 3, 4, 5].map((months) => addMonths(anchor, months))).toEqual(days.map((day) => `${day}${time}`));
  });

  it('a leap day comes back every fourth year', () => {
    expect([12, 24, 36, 48].map((months) => addMonths('2028-02-29T00:00:00.000000Z', months).slice(0, 10))).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ]);
  });
});

describe('the months of a period', () => {
  it('of a year are twelve without a hole', () => {
    const months = monthsOf({ start: '2026-01-31T10:00:00.000000Z', end: '2027-01-31T10:00:00.000000Z' });
    expect(months).toHaveLength(12);
    expect(months.map(({ end }) => end).slice(0, -1)).toEqual(months.map(({ start }) => start).slice(1));
    expect(months.at(-1)?.end).toBe('2027-01-31T10:00:00.000000Z');
  });

  it('of a month is one, and of an odd period the last is shorter', () => {
    expect(monthsOf({ start: '2026-09-01T10:00:00.000000Z', end: '2026-10-01T10:00:00.000000Z' })).toHaveLength(1);
    expect(
      monthsOf({ start: '2026-09-01T10:00:00.000000Z', end: '2026-10-15T10:00:00.000000Z' }).map(({ end }) =>
        end.slice(0, 10),
      ),
    ).toEqual(['2026-10-01', '2026-10-15']);
  });
});

describe('a paid upgrade', () => {
  const period = { start: '2026-09-01T00:00:00.000000Z', end: '2026-10-01T00:00:00.000000Z' };

  it.each([
    ['at half time adds half of the difference', 100, 500, '2026-09-16T00:00:00.000000Z', 200],
    ['rounds down', 0, 1000, '2026-09-21T00:00:00.000001Z', 333],
    ['at the start adds all of it', 100, 500, '2026-09-01T00:00:00.000000Z', 400],
    ['after the end adds nothing', 100, 500, '2026-10-02T00:00:00.000000Z', 0],
    ['before the start never more than all', 100, 500, '2026-08-02T00:00:00.000000Z', 400],
    ['to what was reached before adds nothing', 500, 500, '2026-09-16T00:00:00.000000Z', 0],
    ['down adds nothing', 500, 100, '2026-09-16T00:00:00.000000Z', 0],
  ])('%s', (_, high, next, paidAt, credits) => {
    expect(planTopUp({ high, next }, period, paidAt)).toBe(credits);
  });
});

describe('several paid changes of one period', () => {
  const period = { start: '2026-09-01T00:00:00.000000Z', end: '2026-10-01T00:00:00.000000Z' };
  const change = (day: number, allowance: number) => ({
    allowance,
    paidAt: `2026-09-${String(day).padStart(2, '0')}T00:00:00.000000Z`,
    key: `in_${day}`,
  });

  it('add up, each from the highest that was reached before it', () => {
    expect(planAllowance(100, [change(16, 500), change(22, 1000)], period)).toBe(100 + 200 + 150);
  });

  it('come to the same in whatever order they are told', () => {
    expect(planAllowance(100, [change(22, 1000), change(16, 500)], period)).toBe(450);
  });

  it('down and up again add nothing', () => {
    expect(planAllowance(100, [change(16, 500), change(18, 100), change(20, 500)], period)).toBe(300);
  });

  it('count in full for a month that begins after them, and not for one that had ended', () => {
    const later = { start: period.end, end: '2026-11-01T00:00:00.000000Z' };
    const earlier = { start: '2026-08-01T00:00:00.000000Z', end: period.start };
    expect([earlier, later].map((month) => planAllowance(100, [change(16, 500)], month))).toEqual([100, 500]);
  });
});

describe('the end of a lot', () => {
  it.each([
    ['is 72 hours after its month', false, null, '2026-10-04T00:00:00.000Z'],
    ['is where another period took over', false, '2026-09-16T00:00:00.000000Z', '2026-09-16T00:00:00.000Z'],
    ['never comes where credits stay', true, null, undefined],
    ['comes also then where another period took over', true, '2026-09-16T00:00:00.000000Z', '2026-09-16T00:00:00.000Z'],
    [
      'is not later for a period that took over later',
      false,
      '2027-09-16T00:00:00.000000Z',
      '2026-10-04T00:00:00.000Z',
    ],
  ])('%s', (_, rollover, supersededAt, end) => {
    expect(lotEnd('2026-10-01T00:00:00.000000Z', { rollover, supersededAt })?.toISOString()).toBe(end);
  });
});
