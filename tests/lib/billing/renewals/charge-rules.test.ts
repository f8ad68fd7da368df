import { describe, expect, it } from 'vitest';
import type { ChargeAnswer, ProviderCharge } from '@/lib/billing/providers/charger';
import { exhaustedUntil, nextAttemptAt, nextLookUpAt, planAttempt } from '@/lib/billing/renewals/attempt-plan';
import { classify, classifyCharge } from '@/lib/billing/renewals/decline';
import { dunningSteps, nextTryAt } from '@/lib/billing/renewals/dunning-steps';

const charge: ProviderCharge = {
  ...{ providerPaymentId: 'pi_1', status: 'succeeded', amountMinor: 2900, currency: 'USD' },
  ...{ createdAt: '2027-01-01T00:00:00.000000Z', operationId: 'charge:s:1', idempotencyKey: 'charge:s:1:t1' },
  ...{ actionUrl: null, code: null, declineCode: null },
};

function refused(type: 'card' | 'request' | 'idempotency' | 'rate_limit' | 'server', more: object = {}): ChargeAnswer {
  return { kind: 'refused', type, httpStatus: 402, code: null, declineCode: null, charge: null, ...more };
}

const card = (declineCode: string) => refused('card', { code: 'card_declined', declineCode });

const answers: [string, ChargeAnswer, string][] = [
  ['it succeeded', { kind: 'charge', charge, isReplayed: false }, 'succeeded'],
  ['it succeeded, as was answered before', { kind: 'charge', charge, isReplayed: true }, 'succeeded'],
  ['it goes on', { kind: 'charge', charge: { ...charge, status: 'processing' }, isReplayed: false }, 'processing'],
  [
    'the buyer is asked',
    { kind: 'charge', charge: { ...charge, status: 'action_required' }, isReplayed: false },
    'action_required',
  ],
  ['no money', card('insufficient_funds'), 'soft_decline'],
  ['no reason', card('generic_decline'), 'soft_decline'],
  ['a reason that nobody has heard of', card('moon_in_the_wrong_house'), 'soft_decline'],
  ['the bank does not honour it', card('do_not_honor'), 'soft_decline'],
  ['the issuer is away', card('issuer_not_available'), 'soft_decline'],
  ['too often', card('card_velocity_exceeded'), 'soft_decline'],
  ['stolen', card('stolen_card'), 'hard_decline'],
  ['lost', card('lost_card'), 'hard_decline'],
  ['picked up', card('pickup_card'), 'hard_decline'],
  ['never again', card('do_not_try_again'), 'hard_decline'],
  ['revoked', card('revocation_of_authorization'), 'hard_decline'],
  ['expired, which has no reason of a bank', refused('card', { code: 'expired_card' }), 'hard_decline'],
  ['the card is gone', refused('request', { httpStatus: 404, code: 'resource_missing' }), 'hard_decline'],
  ['the bank wants the buyer', refused('card', { code: 'authentication_required' }), 'action_required'],
  ['slow down', refused('rate_limit', { httpStatus: 429 }), 'transient'],
  ['our key is refused', refused('request', { httpStatus: 401 }), 'transient'],
  ['our key may not do it', refused('request', { httpStatus: 403 }), 'transient'],
  ['an error of theirs', refused('server', { httpStatus: 500 }), 'unknown_outcome'],
  ['a gateway gave up', refused('server', { httpStatus: 504 }), 'unknown_outcome'],
  [
    'the key is on its way',
    refused('idempotency', { httpStatus: 409, code: 'idempotency_key_in_use' }),
    'unknown_outcome',
  ],
  ['the key means something else', refused('idempotency', { httpStatus: 400 }), 'bug'],
  ['our request is wrong', refused('request', { httpStatus: 400, code: 'parameter_invalid_integer' }), 'bug'],
  ['no answer in time', { kind: 'lost', reason: 'timeout' }, 'unknown_outcome'],
  ['the connection broke', { kind: 'lost', reason: 'network' }, 'unknown_outcome'],
  ['an answer that nobody can read', { kind: 'lost', reason: 'unreadable' }, 'unknown_outcome'],
];

describe.each(['stripe', 'sandbox'] as const)('an answer of %s', (provider) => {
  it.each(answers)('"%s" is classed', (_, answer, answerClass) => {
    expect(classify(provider, answer)).toBe(answerClass);
  });

  it('a charge that failed is classed by its reason when it is listed', () => {
    const failed = { ...charge, status: 'failed' as const };
    expect(classifyCharge(provider, { ...failed, declineCode: 'lost_card' })).toBe('hard_decline');
    expect(classifyCharge(provider, { ...failed, code: 'canceled' })).toBe('soft_decline');
  });
});

const start = new Date('2027-02-28T14:02:10Z');
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000);
const sent: Parameters<typeof planAttempt>[0] = {
  ...{ state: 'unknown', cancelMode: null, providerPaymentId: null, tryAttempts: 3, maxAttempts: 8 },
  tryStartedAt: start,
};
const plan = (change: Partial<Parameters<typeof planAttempt>[0]>, at: number) =>
  planAttempt({ ...sent, ...change }, { now: hours(at), keyHorizonHours: 24 });

describe('what a due operation needs', () => {
  it('sends what was never sent, and under the same key what was', () => {
    expect(plan({ state: 'pending', tryAttempts: 0, tryStartedAt: null }, 0)).toEqual({
      kind: 'send',
      isNewTry: false,
    });
    expect(plan({}, 1)).toEqual({ kind: 'send', isNewTry: false });
    expect(plan({ state: 'sending' }, 1)).toEqual({ kind: 'send', isNewTry: false });
  });

  it('opens a new try only behind a decline', () => {
    expect(plan({ state: 'declined' }, 24)).toEqual({ kind: 'send', isNewTry: true });
  });

  it.each([22.9, 23, 24, 24.9])('never sends a key from an hour before its horizon on (%d h)', (at) => {
    expect(plan({}, at).kind).toBe(at < 23 ? 'send' : 'rest');
  });

  it('believes in an absence from an hour behind the horizon on', () => {
    expect(plan({}, 25)).toEqual({ kind: 'list', isAbsenceSure: true });
    expect(plan({ tryAttempts: 8 }, 20)).toEqual({ kind: 'rest', until: hours(25) });
    expect(exhaustedUntil(start, 24)).toEqual(hours(25));
  });

  it('asks how a known charge stands, and withdraws what waits for the buyer before another try', () => {
    expect(plan({ state: 'processing', providerPaymentId: 'pi_1' }, 30).kind).toBe('look_up');
    expect(plan({ state: 'action_required', providerPaymentId: 'pi_1' }, 1).kind).toBe('look_up');
    expect(plan({ state: 'pending', tryAttempts: 0, providerPaymentId: 'pi_1' }, 1).kind).toBe('withdraw');
  });

  it('sends nothing more once it was canceled', () => {
    expect(plan({ cancelMode: 'now' }, 1)).toEqual({ kind: 'list', isAbsenceSure: false });
    const unsent = { state: 'unknown', tryAttempts: 0, tryStartedAt: null } as const;
    expect(plan({ ...unsent, cancelMode: 'period_end' }, 1)).toEqual({ kind: 'list', isAbsenceSure: true });
    expect(plan({ state: 'action_required', providerPaymentId: 'pi_1', cancelMode: 'now' }, 1).kind).toBe('withdraw');
  });

  it('spreads eight attempts over less than twenty hours, each pause longer than the last', () => {
    const times = [start];
    for (let made = 1; made < 8; made += 1) {
      const next = nextAttemptAt({ tryAttempts: made, maxAttempts: 8 }, times.at(-1) ?? start);
      if (next) times.push(next);
    }
    expect(times).toHaveLength(8);
    expect(times.at(-1)?.getTime()).toBeLessThan(hours(20).getTime());
    expect(nextAttemptAt({ tryAttempts: 8, maxAttempts: 8 }, start)).toBeNull();
    const pauses = times.slice(1).map((at, index) => at.getTime() - (times[index]?.getTime() ?? 0));
    expect(pauses).toEqual([...pauses].sort((one, other) => one - other));
  });

  it('asks after a charge ever more rarely, at least each six hours', () => {
    expect(nextLookUpAt(start, start)).toEqual(new Date(start.getTime() + 60_000));
    expect(nextLookUpAt(start, hours(2))).toEqual(hours(3));
    expect(nextLookUpAt(start, hours(100))).toEqual(hours(106));
  });
});

describe('dunning', () => {
  const settings = { dunningDays: [1, 3, 5, 7], graceDays: 7, endAfterDays: 21 };
  const days = (count: number) => hours(count * 24);

  it('has a try on each of its days, then restricts, then ends', () => {
    expect(dunningSteps(start, settings)).toEqual([
      ...[1, 3, 5, 7].map((day) => ({ kind: 'remind', at: days(day) })),
      { kind: 'restrict', at: days(7) },
      { kind: 'end', at: days(21) },
    ]);
  });

  it('counts its days from the first failure, never from the last', () => {
    expect(nextTryAt(start, settings, start)).toEqual(days(1));
    expect(nextTryAt(start, settings, days(1))).toEqual(days(3));
    expect(nextTryAt(start, settings, days(6.9))).toEqual(days(7));
    expect(nextTryAt(start, settings, days(7))).toBeNull();
  });

  it('ends before whatever would come behind the end', () => {
    const short = dunningSteps(start, { ...settings, endAfterDays: 4 });
    expect(short.map(({ kind }) => kind)).toEqual(['remind', 'remind', 'end']);
  });
});
