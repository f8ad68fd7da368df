import { describe, expect, it } from 'vitest';
import {
  afterDebt,
  type Lot,
  planCapture,
  planForcedTaking,
  planReversal,
  planSpend,
  type Reversal,
} from '@/lib/billing/credits/balance';

const lot = (id: string, remaining: number, held = 0): Lot => ({ id, remaining, held });

describe('spending', () => {
  it('takes the lots in the order they are given', () => {
    expect(planSpend([lot('a', 30), lot('b', 100)], 50)).toEqual([
      { lotId: 'a', credits: 30 },
      { lotId: 'b', credits: 20 },
    ]);
  });

  it('leaves what a hold pins', () => {
    expect(planSpend([lot('a', 30, 20), lot('b', 100)], 50)).toEqual([
      { lotId: 'a', credits: 10 },
      { lotId: 'b', credits: 40 },
    ]);
  });

  it('refuses more than is free', () => {
    expect(planSpend([lot('a', 30, 20)], 11)).toBeNull();
  });
});

describe('taking by force', () => {
  it('takes the own lot first, held or not, then the others', () => {
    expect(planForcedTaking([lot('a', 30), lot('own', 50, 50)], 60, ['own'])).toEqual([
      { lotId: 'own', credits: 50 },
      { lotId: 'a', credits: 10 },
    ]);
  });

  it('takes what there is and leaves the rest as debt', () => {
    expect(planForcedTaking([lot('own', 30)], 100, ['own'])).toEqual([{ lotId: 'own', credits: 30 }]);
  });
});

describe('capturing a hold', () => {
  it('takes exactly what the hold pinned', () => {
    const pins = [
      { lotId: 'a', credits: 50 },
      { lotId: 'b', credits: 50 },
    ];
    expect(planCapture([lot('a', 100, 100), lot('b', 100, 50)], pins, 100)).toEqual(pins);
  });

  it('takes a part in the order of the pins', () => {
    expect(
      planCapture(
        [lot('a', 50, 50), lot('b', 50, 50)],
        [
          { lotId: 'a', credits: 50 },
          { lotId: 'b', credits: 50 },
        ],
        60,
      ),
    ).toEqual([
      { lotId: 'a', credits: 50 },
      { lotId: 'b', credits: 10 },
    ]);
  });

  it('falls back on free credits where a refund took the pinned ones', () => {
    expect(planCapture([lot('b', 80, 0)], [{ lotId: 'a', credits: 50 }], 50)).toEqual([{ lotId: 'b', credits: 50 }]);
  });

  it('goes into debt when nothing is left', () => {
    expect(planCapture([], [{ lotId: 'a', credits: 50 }], 50)).toEqual([]);
  });
});

describe('a new lot', () => {
  it.each([
    [0, 100, 100],
    [50, 100, 100],
    [-30, 100, 70],
    [-100, 100, 0],
    [-150, 100, 0],
  ])('at a balance of %i keeps of %i credits %i', (balance, credits, kept) => {
    expect(afterDebt(balance, credits)).toBe(kept);
  });
});

describe('what reversals take', () => {
  const paid = { credits: 1000, amountMinor: 4900 };
  const refund = (amountMinor: number, changes: Partial<Reversal> = {}): Reversal => ({
    kind: 'refund',
    amountMinor,
    totalMinor: 4900,
    cumulative: false,
    status: 'succeeded',
    occurredAt: '2026-09-22T10:00:00.000000Z',
    ...changes,
  });
  const dispute = (amountMinor: number, status: Reversal['status']): Reversal =>
    refund(amountMinor, { kind: 'dispute', status });

  it.each<[string, Reversal[], number]>([
    ['nothing', [], 0],
    ['a third, rounded down', [refund(1633)], 333],
    ['all of it', [refund(4900)], 1000],
    ['two parts', [refund(1500), refund(3400)], 1000],
    ['never more than all', [refund(4900), refund(4900)], 1000],
    ['a pending refund takes nothing yet', [refund(4900, { status: 'pending' })], 0],
    ['a failed refund is given back', [refund(4900, { status: 'failed' })], 0],
    [
      'one refund told twice, by itself and in a running total',
      [refund(1500), refund(1500, { cumulative: true })],
      306,
    ],
    ['a running total that is ahead of the single refunds', [refund(1500), refund(4900, { cumulative: true })], 1000],
    ['a running total above what was paid', [refund(6000, { cumulative: true })], 1000],
    [
      'a refund that failed after the running total contained it',
      [
        refund(1500, { status: 'failed', occurredAt: '2026-09-23T10:00:00.000000Z' }),
        refund(1500, { cumulative: true }),
      ],
      0,
    ],
    [
      'a running total told after a refund had failed',
      [
        refund(1500, { status: 'failed', occurredAt: '2026-09-21T10:00:00.000000Z' }),
        refund(1500, { cumulative: true }),
      ],
      306,
    ],
    ['an open dispute', [dispute(4900, 'open')], 1000],
    ['a lost dispute', [dispute(4900, 'lost')], 1000],
    ['a dispute that was won', [dispute(4900, 'won')], 0],
    ['half refunded, the rest disputed', [refund(2450), dispute(2450, 'open')], 1000],
    ['a dispute of all on top of a refund', [refund(2450), dispute(4900, 'open')], 1000],
    ['refunds told without tax, against the total without tax', [refund(2000, { totalMinor: 4000 })], 500],
    ['refunds with different totals', [refund(2000, { totalMinor: 4000 }), refund(2450)], 1000],
  ])('%s', (_, reversals, credits) => {
    expect(planReversal(paid, reversals).credits).toBe(credits);
    expect(planReversal(paid, [...reversals].reverse()).credits).toBe(credits);
  });

  it('stays exact beyond what a double can multiply', () => {
    const large = { credits: 4_000_000_000_000, amountMinor: 9_000_000_000_000 };
    expect(planReversal(large, [refund(3_000_000_000_001, { totalMinor: 9_000_000_000_000 })]).credits).toBe(
      1_333_333_333_333,
    );
  });
});
