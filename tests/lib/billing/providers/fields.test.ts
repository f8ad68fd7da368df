import { describe, expect, test } from 'vitest';
import { id, minor, quantity, reference, toInstant } from '@/lib/billing/providers/fields';

describe('a time', () => {
  test.each([
    ['2026-09-20T14:02:13.000000Z', '2026-09-20T14:02:13.000000Z'],
    ['2026-09-20T14:02:13.334150Z', '2026-09-20T14:02:13.334150Z'],
    ['2026-09-20T14:02:13.52Z', '2026-09-20T14:02:13.520000Z'],
    ['2026-09-20T14:02:13Z', '2026-09-20T14:02:13.000000Z'],
    ['2026-09-20T14:02:13.123456789Z', '2026-09-20T14:02:13.123456Z'],
    ['2026-09-21T00:32:13.000001+10:30', '2026-09-20T14:02:13.000001Z'],
    ['2024-02-29T23:59:59-00:30', '2024-03-01T00:29:59.000000Z'],
  ])('%s is told as %s', (text, told) => {
    expect(toInstant(text)).toBe(told);
  });

  test.each([
    '2026-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-09-20T24:00:00Z',
    '2026-09-20T14:02:13',
    '2026-09-20',
    '1788271200',
    '+010000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '2026-09-20T14:02:13+99:99',
    '',
  ])('%j is none', (text) => {
    expect(toInstant(text)).toBeNull();
  });
});

describe('an id', () => {
  test('is text, also when it was a number, and has no NUL', () => {
    expect(id.parse(700003)).toBe('700003');
    expect(id.parse('chk_\0 1')).toBe('chk_ 1');
    expect(id.parse('x'.repeat(200))).toHaveLength(200);
  });

  test.each([
    ['', 'nothing'],
    ['\0', 'only NUL'],
    ['x'.repeat(201), '201 characters'],
    ['x'.repeat(5000), '5 kB'],
    [1.5, 'a fraction'],
    [-1, 'a negative number'],
    [2 ** 53, 'an unsafe number'],
    [['chk_1'], 'a list'],
    [{ id: 'chk_1' }, 'an object'],
    [true, 'a boolean'],
    [null, 'null'],
    [undefined, 'missing'],
  ])('that is %j is none (%s)', (value, _) => {
    expect(id.safeParse(value).success).toBe(false);
    expect(reference.parse(value)).toBeNull();
  });
});

test('amounts and quantities beyond safe whole numbers are none', () => {
  expect(minor.safeParse(2 ** 53 - 1).success).toBe(true);
  for (const value of [2 ** 53, 0.5, '4900', null]) expect(minor.safeParse(value).success).toBe(false);
  for (const value of [0, -1, 1.5]) expect(quantity.safeParse(value).success).toBe(false);
});
