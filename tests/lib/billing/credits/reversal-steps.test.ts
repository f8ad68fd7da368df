import { describe, expect, it } from 'vitest';
import { decideStep } from '@/lib/billing/credits/reversal-step';

type Told = Parameters<typeof decideStep>[0];

const early = '2026-09-22T10:00:00.000000Z';
const late = '2026-09-22T10:00:00.000001Z';
const told = (status: Told['status'], change: Partial<Told> = {}): Told => ({
  providerPaymentId: 'pi_1',
  amountMinor: 1500,
  cumulative: false,
  status,
  occurredAt: early,
  ...change,
});

describe('a reversal that was told before', () => {
  it.each<[string, Told, Told, ReturnType<typeof decideStep>]>([
    ['goes on from pending to succeeded', told('pending'), told('succeeded'), 'forward'],
    ['goes on from succeeded to failed', told('succeeded'), told('failed'), 'forward'],
    ['never goes back to pending', told('succeeded'), told('pending', { occurredAt: late }), 'older'],
    ['never goes back from failed', told('failed'), told('succeeded', { occurredAt: late }), 'older'],
    ['goes on from open to won', told('open'), told('won'), 'forward'],
    ['goes on from open to lost', told('open'), told('lost'), 'forward'],
    ['never opens again', told('lost'), told('open', { occurredAt: late }), 'older'],
    ['the later of won and lost wins: lost', told('won'), told('lost', { occurredAt: late }), 'forward'],
    ['the later of won and lost wins: won', told('lost'), told('won', { occurredAt: late }), 'forward'],
    ['the earlier one does not', told('won', { occurredAt: late }), told('lost'), 'older'],
    ['at one instant lost stands', told('lost'), told('won'), 'older'],
    ['at one instant lost wins', told('won'), told('lost'), 'forward'],
    ['is the same when nothing differs', told('succeeded'), told('succeeded'), 'same'],
    ['keeps the later of two times', told('won'), told('won', { occurredAt: late }), 'forward'],
    ['conflicts in its amount', told('succeeded'), told('succeeded', { amountMinor: 1501 }), 'conflict'],
    ['conflicts in its payment', told('succeeded'), told('succeeded', { providerPaymentId: 'pi_2' }), 'conflict'],
    [
      'a running total grows',
      told('succeeded', { cumulative: true }),
      told('succeeded', { cumulative: true, amountMinor: 4900 }),
      'forward',
    ],
    [
      'a running total never shrinks',
      told('succeeded', { cumulative: true }),
      told('succeeded', { cumulative: true, amountMinor: 300, occurredAt: late }),
      'older',
    ],
  ])('%s', (_, held, next, step) => {
    expect(decideStep(held, next)).toBe(step);
  });
});
