import { describe, expect, it } from 'vitest';
import type { SubscriptionState } from '@/lib/billing/events';
import { decideOutstanding, decideSnapshot, type Held, isSame, type Told } from '@/lib/billing/subscriptions/state';

const base: SubscriptionState = {
  status: 'active',
  items: [{ providerPriceId: 'price_1', quantity: 1 }],
  providerPeriodStart: '2026-09-01T10:00:00.000000Z',
  providerPeriodEnd: '2026-10-01T10:00:00.000000Z',
  trialEnd: null,
  cancelAtPeriodEnd: false,
  cancelAt: null,
  endedAt: null,
};
const at = (microseconds: number) => `2026-09-10T10:00:00.${String(microseconds).padStart(6, '0')}Z`;
const told = (occurredAt: string, changes: Partial<SubscriptionState> = {}, more: Partial<Told> = {}): Told => ({
  ...{ occurredAt, succession: 2, content: { ...base, ...changes }, previous: null },
  ...more,
});
const held = (occurredAt: string | null, changes: Partial<SubscriptionState> = {}, more: Partial<Held> = {}): Held => ({
  ...{ occurredAt, succession: 2, content: { ...base, ...changes }, earlier: [] },
  ...more,
});

describe('which snapshot stands', () => {
  it.each<[string, Held, Told, string]>([
    ['any is newer than none', held(null), told(at(1)), 'newer'],
    ['a microsecond later is newer', held(at(1)), told(at(2)), 'newer'],
    ['a microsecond earlier is stale', held(at(2), { status: 'canceled' }), told(at(1)), 'stale'],
    ['an ended one is no exception', held(at(1), { status: 'canceled' }), told(at(2)), 'newer'],
    ['the same again is a duplicate', held(at(1)), told(at(1)), 'duplicate'],
    ['the same content of another event too', held(at(1)), told(at(1), {}, { succession: 3 }), 'duplicate'],
    ['a later event of one instant', held(at(1)), told(at(1), { status: 'canceled' }, { succession: 4 }), 'newer'],
    ['an earlier event of one instant', held(at(1)), told(at(1), { status: 'incomplete' }, { succession: 0 }), 'stale'],
    ['two updates of which none tells what was before', held(at(1)), told(at(1), { status: 'past_due' }), 'tie'],
    [
      'an update that says that the held one was before it',
      held(at(1)),
      told(at(1), { status: 'past_due' }, { previous: { status: 'active' } }),
      'newer',
    ],
    [
      'an update that something else was before',
      held(at(1)),
      told(at(1), { status: 'past_due' }, { previous: { status: 'trialing' } }),
      'tie',
    ],
    [
      'an update that is known to be before',
      held(at(1), { status: 'past_due' }, { earlier: [base] }),
      told(at(1), {}),
      'stale',
    ],
    [
      'a circle tells nothing',
      held(at(1), { status: 'past_due' }, { earlier: [base] }),
      told(at(1), {}, { previous: { status: 'past_due' } }),
      'tie',
    ],
  ])('%s', (_, before, snapshot, expected) => {
    expect(decideSnapshot(before, snapshot).kind).toBe(expected);
  });

  it('three updates of one second end in the last one, in every order that can be told', () => {
    const one = told(at(0), { status: 'trialing' }, { previous: { status: 'incomplete' } });
    const two = told(at(0), { status: 'active' }, { previous: { status: 'trialing' } });
    const three = told(
      at(0),
      { status: 'active', cancelAtPeriodEnd: true },
      { previous: { cancelAtPeriodEnd: false } },
    );
    const all = [one, two, three];
    for (const order of [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ]) {
      expect({ order, content: standing(order.flatMap((index) => all[index] ?? [])) }).toEqual({
        order,
        content: three.content,
      });
    }
  });
});

/** Applies them as they come; what ties waits for the next one. */
function standing(snapshots: readonly Told[]): SubscriptionState | null {
  let current: Held = { occurredAt: null, succession: null, content: null, earlier: [] };
  let waiting: Told[] = [];
  for (const snapshot of snapshots) {
    waiting = [snapshot, ...waiting];
    for (let before = -1; before !== waiting.length; ) {
      before = waiting.length;
      waiting = waiting.filter((one) => {
        const order = decideSnapshot(current, one);
        if (order.kind === 'newer') current = { ...one, earlier: order.earlier };
        if (order.kind === 'stale') current = { ...current, earlier: order.earlier };
        return order.kind === 'tie';
      });
    }
  }
  expect(waiting).toEqual([]);
  return current.content;
}

describe('since when a payment is outstanding', () => {
  const day = (n: number) => `2026-09-${String(n).padStart(2, '0')}T00:00:00.000000Z`;
  const told = [
    { status: 'active', occurredAt: day(1) },
    { status: 'past_due', occurredAt: day(2) },
    { status: 'active', occurredAt: day(3) },
    { status: 'past_due', occurredAt: day(4) },
    { status: 'unpaid', occurredAt: day(5) },
  ] as const;

  it.each([
    ['in order', [0, 1, 2, 3, 4]],
    ['the newest first', [4, 3, 2, 1, 0]],
    ['the recovery late', [0, 1, 3, 4, 2]],
    ['the first failure late', [0, 2, 4, 3, 1]],
  ])('is the first failure after the last good state, told %s', (_, order) => {
    let current: Parameters<typeof decideOutstanding>[0] = {
      ...{ status: 'incomplete', occurredAt: null, pastDueSince: null, healthyAt: null },
    };
    for (const snapshot of order.flatMap((index) => told[index] ?? [])) {
      const isNewer = current.occurredAt === null || snapshot.occurredAt > current.occurredAt;
      const next = decideOutstanding(current, { ...snapshot, isNewer });
      current = { ...current, ...next, ...(isNewer ? snapshot : {}) };
    }
    expect(current.pastDueSince).toBe(order.indexOf(2) === 4 ? day(5) : day(4));
  });
});

describe('sameness', () => {
  it('is deep and blind to the order of keys', () => {
    expect(isSame({ a: [{ b: 1, c: null }] }, { a: [{ c: null, b: 1 }] })).toBe(true);
    expect(isSame({ a: undefined }, {})).toBe(true);
    expect(isSame([1, 2], [2, 1])).toBe(false);
    expect(isSame([], {})).toBe(false);
    expect(isSame({ a: 1 }, { b: 1 })).toBe(false);
  });
});
