import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterDebt,
  type Lot,
  planCapture,
  planForcedTaking,
  planGiveBack,
  planReversal,
  planSpend,
  type Reversal,
  type Room,
  type Taking,
} from '@/lib/billing/credits/balance';
import { propertyTimeout, runs } from '../support/properties';
import { expectReversed } from '../support/reference';

const total = (takings: readonly { credits: number }[]) => takings.reduce((sum, { credits }) => sum + credits, 0);
const takenOf = (takings: readonly Taking[], lotId: string) =>
  total(takings.filter((taking) => taking.lotId === lotId));

/** Lots in spending order. A refund may have taken what a hold had pinned, so more can be held than is left. */
const lots = fc
  .array(fc.record({ remaining: fc.nat({ max: 60 }), held: fc.nat({ max: 60 }) }), { maxLength: 5 })
  .map((made) => made.map((lot, index): Lot => ({ id: `lot_${index}`, ...lot })));

describe('spending', () => {
  it('takes exactly what is asked, from what is free, earlier lots first, or nothing at all', propertyTimeout, () => {
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 200 }), (own, credits) => {
        const free = own.map((lot) => Math.max(lot.remaining - lot.held, 0));
        const takings = planSpend(own, credits);
        if (takings === null) {
          expect(free.reduce((sum, part) => sum + part, 0)).toBeLessThan(credits);
          return;
        }
        expect(total(takings)).toBe(credits);
        const taken = own.map(({ id }) => takenOf(takings, id));
        for (const [index, part] of taken.entries()) {
          expect(part).toBeLessThanOrEqual(free[index] ?? 0);
          if (part > 0) expect(taken.slice(0, index)).toEqual(free.slice(0, index));
        }
      }),
      runs(1000),
    );
  });
});

describe('taking by force', () => {
  it('takes what is asked or all there is, and the other lots only when the own lot is empty', propertyTimeout, () => {
    fc.assert(
      fc.property(lots, fc.nat({ max: 400 }), fc.nat({ max: 4 }), (all, credits, index) => {
        const own = `lot_${index}`;
        const takings = planForcedTaking(all, credits, [own]);
        const there = all.reduce((sum, { remaining }) => sum + remaining, 0);
        const ofOwn = all.find(({ id }) => id === own)?.remaining ?? 0;
        expect(total(takings)).toBe(Math.min(credits, there));
        expect(takenOf(takings, own)).toBe(Math.min(credits, ofOwn));
        for (const { id, remaining } of all) expect(takenOf(takings, id)).toBeLessThanOrEqual(remaining);
      }),
      runs(1000),
    );
  });
});

/** Lots on which this hold and others have pinned parts, and which refunds may have taken from since. */
const pinnedLots = fc
  .array(
    fc.record({
      pinned: fc.nat({ max: 30 }),
      others: fc.nat({ max: 30 }),
      free: fc.nat({ max: 30 }),
      gone: fc.nat({ max: 40 }),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((made) =>
    made.map(({ pinned, others, free, gone }, index) => ({
      pin: { lotId: `lot_${index}`, credits: pinned },
      lot: { id: `lot_${index}`, held: pinned + others, remaining: Math.max(pinned + others + free - gone, 0) },
      others,
      intact: gone <= free,
    })),
  );

describe('capturing a hold', () => {
  it(
    'takes what is captured or all there is, and more than its pins only where a refund took them',
    propertyTimeout,
    () => {
      fc.assert(
        fc.property(pinnedLots, fc.nat({ max: 1000 }), (made, part) => {
          const pins = made.flatMap(({ pin }) => (pin.credits > 0 ? [pin] : []));
          const credits = Math.min(total(pins), part);
          const all = made.map(({ lot }) => lot);
          const takings = planCapture(all, pins, credits);
          const there = all.reduce((sum, { remaining }) => sum + remaining, 0);
          expect(total(takings)).toBe(Math.min(credits, there));
          for (const { lot, pin, intact } of made) {
            const taken = takenOf(takings, lot.id);
            expect(taken).toBeLessThanOrEqual(lot.remaining);
            if (intact && made.every((other) => other.intact)) expect(taken).toBeLessThanOrEqual(pin.credits);
          }
        }),
        runs(1000),
      );
    },
  );

  it('leaves what other holds pin while anything else is there', propertyTimeout, () => {
    fc.assert(
      fc.property(pinnedLots, fc.nat({ max: 1000 }), (made, part) => {
        const pins = made.flatMap(({ pin }) => (pin.credits > 0 ? [pin] : []));
        const credits = Math.min(total(pins), part);
        const takings = planCapture(
          made.map(({ lot }) => lot),
          pins,
          credits,
        );
        const ownOrFree = made.map(({ lot, pin, others }) => {
          const own = Math.min(pin.credits, lot.remaining);
          return own + Math.max(lot.remaining - own - others, 0);
        });
        fc.pre(credits <= ownOrFree.reduce((sum, free) => sum + free, 0));
        for (const [index, { lot }] of made.entries())
          expect(takenOf(takings, lot.id)).toBeLessThanOrEqual(ownOrFree[index] ?? 0);
      }),
      runs(1000),
    );
  });
});

describe('a new lot', () => {
  it('pays the debt first and keeps the rest', propertyTimeout, () => {
    fc.assert(
      fc.property(fc.integer({ min: -500, max: 500 }), fc.integer({ min: 1, max: 500 }), (balance, credits) => {
        const kept = afterDebt(balance, credits);
        expect(kept).toBe(balance >= 0 ? credits : Math.max(credits + balance, 0));
      }),
      runs(500),
    );
  });
});

/** Lots with room, some of which their own payments may yet claim. */
const rooms = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 1, max: 60 }),
      spent: fc.nat({ max: 60 }),
      owed: fc.nat({ max: 60 }),
      isOwn: fc.boolean(),
      isOver: fc.boolean(),
    }),
    { maxLength: 5 },
  )
  .map((made) =>
    made.map(({ spent, owed, ...lot }, index): Room => {
      const room = Math.min(spent, lot.amount);
      return { id: `lot_${index}`, ...lot, remaining: lot.amount - room, owed: Math.min(owed, room) };
    }),
  );

describe('giving back', () => {
  const roomOf = (lot: Room) => lot.amount - lot.remaining;
  const sum = (lots: readonly Room[], room: (lot: Room) => number) => lots.reduce((all, lot) => all + room(lot), 0);

  it(
    'places what there is room for and no more, own lots that run first, then what others do not owe',
    propertyTimeout,
    () => {
      fc.assert(
        fc.property(rooms, fc.nat({ max: 400 }), (lots, credits) => {
          const parts = planGiveBack(lots, credits);
          const into = (some: readonly Room[]) => some.reduce((all, { id }) => all + takenOf(parts, id), 0);
          expect(total(parts)).toBe(Math.min(credits, sum(lots, roomOf)));
          for (const lot of lots) expect(takenOf(parts, lot.id)).toBeLessThanOrEqual(roomOf(lot));
          const ownRunning = lots.filter(({ isOwn, isOver }) => isOwn && !isOver);
          const others = lots.filter(({ isOwn, isOver }) => !isOwn && !isOver);
          const ownOver = lots.filter(({ isOwn, isOver }) => isOwn && isOver);
          const steps = [sum(ownRunning, roomOf), sum(others, (lot) => roomOf(lot) - lot.owed), sum(ownOver, roomOf)];
          const [first = 0, second = 0, third = 0] = steps;
          expect(into(ownRunning)).toBe(Math.min(credits, first));
          expect(into(others)).toBeGreaterThanOrEqual(Math.min(Math.max(credits - first, 0), second));
          if (credits > first + second + third) return;
          expect(into(others)).toBeLessThanOrEqual(second);
          for (const lot of others) expect(takenOf(parts, lot.id)).toBeLessThanOrEqual(roomOf(lot) - lot.owed);
        }),
        runs(1000),
      );
    },
  );
});

const time = fc.constantFrom(...[1, 2, 3].map((micros) => `2026-09-22T10:00:00.00000${micros}Z`));
const amount = { amountMinor: fc.integer({ min: 1, max: 6000 }), totalMinor: fc.constantFrom(4900, 4900, 5831, 4000) };

/** As the table holds them: one row for each refund and dispute, one for the running total. */
const reversals: fc.Arbitrary<Reversal[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('refund' as const),
      ...amount,
      cumulative: fc.constant(false),
      status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
      occurredAt: time,
    }),
    fc.record({
      kind: fc.constant('dispute' as const),
      ...amount,
      cumulative: fc.constant(false),
      status: fc.constantFrom('open' as const, 'won' as const, 'lost' as const),
      occurredAt: time,
    }),
    fc.record({
      kind: fc.constant('refund' as const),
      amountMinor: amount.amountMinor,
      totalMinor: fc.constant(4900),
      cumulative: fc.constant(true),
      status: fc.constant('succeeded' as const),
      occurredAt: time,
    }),
  ),
  { maxLength: 6 },
);

const paid = fc.record({
  credits: fc.integer({ min: 1, max: 5000 }),
  amountMinor: fc.integer({ min: 1, max: 100_000 }),
});

/** The rows in the words of the reference. */
function retold(rows: readonly Reversal[]) {
  return rows.map((row, index) => {
    const told = { part: row.amountMinor, whole: row.totalMinor, at: row.occurredAt, id: `r_${index}` };
    if (row.cumulative) return { ...told, kind: 'total' as const };
    if (row.status === 'open' || row.status === 'won' || row.status === 'lost')
      return { ...told, kind: 'dispute' as const, status: row.status };
    return { ...told, kind: 'refund' as const, status: row.status };
  });
}

describe('what reversals take', () => {
  it('is what the formula says, told a second time in other code', propertyTimeout, () => {
    fc.assert(
      fc.property(paid, reversals, (payment, rows) => {
        // A payment has one running total: the table keeps the highest.
        fc.pre(rows.filter(({ cumulative }) => cumulative).length <= 1);
        expect(planReversal(payment, rows).credits).toBe(expectReversed(payment.credits, retold(rows)).taken);
      }),
      runs(2000),
    );
  });

  it('does not depend on the order in which they are looked at', propertyTimeout, () => {
    const shuffled = reversals.chain((rows) =>
      fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
    );
    fc.assert(
      fc.property(paid, shuffled, (payment, [rows, other]) => {
        expect(planReversal(payment, other)).toEqual(planReversal(payment, rows));
      }),
      runs(1000),
    );
  });

  it('is never less than nothing and never more than all', propertyTimeout, () => {
    fc.assert(
      fc.property(paid, reversals, (payment, rows) => {
        const { credits, amountMinor } = planReversal(payment, rows);
        expect(credits).toBeGreaterThanOrEqual(0);
        expect(credits).toBeLessThanOrEqual(payment.credits);
        expect(amountMinor).toBeGreaterThanOrEqual(0);
        expect(amountMinor).toBeLessThanOrEqual(payment.amountMinor);
      }),
      runs(1000),
    );
  });
});
