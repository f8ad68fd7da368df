import { describe, expect, it } from 'vitest';
import { decideTopUp, pauseAfterTaken, pauseAfterUnknown, type TopUpStanding } from '@/lib/billing/top-ups/decide';

const low: TopUpStanding = {
  settings: { isEnabled: true, threshold: 100, monthlyLimit: 3, pausedReason: null },
  ...{ available: 99, boughtThisMonth: 2, isCharging: false },
};

describe('whether a pack is bought', () => {
  it.each([
    ['buy', {}],
    ['enough', { available: 100 }],
    ['charging', { isCharging: true }],
    ['limit_reached', { boughtThisMonth: 3 }],
    ['buy', { available: -500 }],
  ] satisfies [string, Partial<TopUpStanding>][])('is %s with %o', (decision, changes) => {
    expect(decideTopUp({ ...low, ...changes })).toBe(decision);
  });

  it('is no while it is off or paused, however low the credits are', () => {
    expect(decideTopUp({ ...low, settings: { ...low.settings, isEnabled: false } })).toBe('off');
    expect(decideTopUp({ ...low, settings: { ...low.settings, pausedReason: 'card_declined' } })).toBe('paused');
  });
});

describe('how long is waited', () => {
  it('doubles up to an hour, and nothing is sent again after twenty hours, when a provider may forget the key', () => {
    expect([1, 2, 3, 9, 40].map((attempts) => pauseAfterUnknown(attempts, 0))).toEqual([
      15_000, 30_000, 60_000, 3_600_000, 3_600_000,
    ]);
    expect([1, 2, 40].map(pauseAfterTaken)).toEqual([2000, 4000, 3_600_000]);
    expect(pauseAfterUnknown(1, 20 * 3_600_000 - 1)).not.toBeNull();
    expect(pauseAfterUnknown(1, 20 * 3_600_000)).toBeNull();
  });
});
