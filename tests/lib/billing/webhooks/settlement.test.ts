import { describe, expect, it } from 'vitest';
import type { Failure } from '@/lib/billing/webhooks/failure';
import { failureOf, isTimingConflict, sqlState } from '@/lib/billing/webhooks/failure';
import type { Outcome } from '@/lib/billing/webhooks/outcome';
import { decideSettlement } from '@/lib/billing/webhooks/settlement';

const receivedAt = new Date('2026-09-20T12:00:00Z');
const told = (milliseconds: number, attempts = 0, jitter = 0) => ({
  receivedAt,
  attempts,
  now: new Date(receivedAt.getTime() + milliseconds),
  subject: 'purchase:cs_1',
  jitter,
});
const minute = 60_000;
const waiting = (code: 'unknown_team' | 'unknown_payment' | 'needs_provider_lookup'): Outcome => ({
  kind: 'waiting',
  code,
  waitingFor: ['k'],
});
const failure = (parks: Failure['parks']): Failure => ({
  kind: 'failure',
  category: 'temporary',
  code: 'sql_55P03',
  message: 'locked',
  parks,
});

describe('how an attempt ends', () => {
  it.each<[string, Outcome, string, string]>([
    ['applied', { kind: 'applied', teamId: 't', created: [], cases: [], details: {} }, 'applied', 'applied'],
    ['a duplicate', { kind: 'duplicate', teamId: 't', details: {} }, 'applied', 'duplicate'],
    ['stale', { kind: 'stale', teamId: 't', details: { told: 'a', held: 'b' } }, 'stale', 'stale'],
    ['ignored', { kind: 'ignored', reason: 'r' }, 'ignored', 'ignored'],
  ])('%s is settled and never tried again', (_, outcome, state, answer) => {
    expect(decideSettlement(outcome, told(0))).toMatchObject({
      state,
      outcome: answer,
      nextAttemptAt: null,
      settledAt: receivedAt,
      errorCode: null,
    });
  });

  it.each([
    ['unknown_team', 10 * minute],
    ['needs_provider_lookup', 60 * minute],
    ['unknown_payment', 96 * 60 * minute],
  ] as const)('what lacks %s waits until its deadline and is parked with a case then', (code, deadline) => {
    expect(decideSettlement(waiting(code), told(deadline - 1))).toMatchObject({
      state: 'waiting',
      waitingFor: ['k'],
      nextAttemptAt: new Date(receivedAt.getTime() + deadline),
      cases: [],
    });
    expect(decideSettlement(waiting(code), told(deadline))).toMatchObject({
      state: 'parked',
      waitingFor: ['k'],
      nextAttemptAt: null,
      errorCode: code,
      cases: [{ kind: code, subject: 'purchase:cs_1' }],
    });
  });

  it('attempts grow apart, and the last one is at the deadline', () => {
    const delays = [0, 1, 2, 3, 10].map(
      (attempts) =>
        Number(decideSettlement(waiting('unknown_payment'), told(0, attempts)).nextAttemptAt) - receivedAt.getTime(),
    );
    expect(delays).toEqual([2000, 4000, 8000, 16_000, 2_048_000]);
  });

  it('jitter brings an attempt forward by up to a quarter, and never past the deadline', () => {
    const delay = (jitter: number, milliseconds = 0) =>
      Number(decideSettlement(waiting('unknown_payment'), told(milliseconds, 3, jitter)).nextAttemptAt) -
      receivedAt.getTime() -
      milliseconds;
    expect([0, 0.5, 1].map((jitter) => delay(jitter))).toEqual([16_000, 14_000, 12_000]);
    expect(delay(1, 96 * 60 * minute - 5000)).toBe(5000);
  });

  it('a temporary failure is retried for a day', () => {
    expect(decideSettlement(failure('at_deadline'), told(0))).toMatchObject({
      state: 'retrying',
      errorCategory: 'temporary',
      settledAt: null,
    });
    expect(decideSettlement(failure('at_deadline'), told(24 * 60 * minute))).toMatchObject({
      state: 'parked',
      cases: [{ kind: 'retries_exhausted' }],
    });
  });

  it('a constraint gets a second chance, a refused value none', () => {
    expect(decideSettlement(failure('second_time'), told(0)).state).toBe('retrying');
    expect(decideSettlement(failure('second_time'), told(0, 1))).toMatchObject({
      state: 'parked',
      cases: [{ kind: 'constraint_violated' }],
    });
    expect(decideSettlement(failure('at_once'), told(0))).toMatchObject({
      state: 'parked',
      cases: [{ kind: 'unreadable_payload' }],
    });
  });
});

describe('an exception', () => {
  const postgres = (code: string) =>
    new Error('Failed query', { cause: Object.assign(new Error('secret value 4242'), { code }) });

  it.each([
    ['55P03', 'temporary', 'at_deadline'],
    ['57014', 'temporary', 'at_deadline'],
    ['22003', 'invalid', 'at_once'],
    ['23505', 'invalid', 'second_time'],
  ])('%s is %s and parks %s', (code, category, parks) => {
    expect(failureOf(postgres(code))).toMatchObject({ category, parks, code: `sql_${code}` });
  });

  it('of ours is a bug, and its message is not kept', () => {
    expect(failureOf(new TypeError('4242 of undefined'))).toEqual({
      kind: 'failure',
      category: 'bug',
      code: 'internal_error',
      message: 'An unexpected TypeError.',
      parks: 'at_deadline',
    });
    expect(JSON.stringify(failureOf(postgres('22003')))).not.toContain('4242');
  });

  it('of timing is told from the others, also when it is wrapped', () => {
    expect(['40001', '40P01', '55P03'].map((code) => isTimingConflict(postgres(code)))).toEqual([true, true, false]);
    expect(sqlState(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }))).toBeNull();
  });
});
