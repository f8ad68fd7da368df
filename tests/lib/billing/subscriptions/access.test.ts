import { describe, expect, it } from 'vitest';
import { type AccessBasis, decideAccess, planInUse } from '@/lib/billing/subscriptions/access';
import { testCatalog } from '../../../support/billing';

const basis: AccessBasis = {
  status: 'active',
  plan: 'pro_monthly',
  currentPeriodEnd: '2026-10-01T10:00:00.000001Z',
  trialEnd: null,
  cancelAt: null,
  cancelAtPeriodEnd: false,
  endedAt: null,
  pastDueSince: null,
};

const paidEnd = '2026-10-01T10:00:00.000001Z';
const trial = {
  status: 'trialing',
  currentPeriodEnd: null,
  trialEnd: '2026-09-19T12:00:00.000000Z',
} as const;
const pastDue = { status: 'past_due', pastDueSince: '2026-10-01T11:00:00.000000Z' } as const;

describe('access', () => {
  it.each<[string, Partial<AccessBasis>, string, string, string | null, string]>([
    ['is full while paid', {}, '2026-09-15T00:00:00.000000Z', 'full', paidEnd, 'paid'],
    ['is full to the last microsecond', {}, '2026-10-01T10:00:00.000000Z', 'full', paidEnd, 'paid'],
    [
      'has no hole while the renewal is on its way',
      {},
      paidEnd,
      'full',
      '2026-10-04T10:00:00.000001Z',
      'renewal_on_its_way',
    ],
    [
      'is full for 72 hours and no longer',
      {},
      '2026-10-04T10:00:00.000000Z',
      'full',
      '2026-10-04T10:00:00.000001Z',
      'renewal_on_its_way',
    ],
    [
      'is restricted once a renewal is overdue',
      {},
      '2026-10-04T10:00:00.000001Z',
      'restricted',
      null,
      'renewal_overdue',
    ],
    ['is full in a trial', trial, '2026-09-10T00:00:00.000000Z', 'full', trial.trialEnd, 'trial'],
    [
      'is full while the conversion of a trial is on its way',
      { ...trial, status: 'active' },
      '2026-09-20T00:00:00.000000Z',
      'full',
      '2026-09-22T12:00:00.000000Z',
      'renewal_on_its_way',
    ],
    [
      'is grace from the first failed payment',
      pastDue,
      '2026-10-02T00:00:00.000000Z',
      'grace',
      '2026-10-08T11:00:00.000000Z',
      'payment_failed',
    ],
    [
      'is restricted seven days later',
      pastDue,
      '2026-10-08T11:00:00.000000Z',
      'restricted',
      null,
      'payment_failed_for_long',
    ],
    [
      'is grace when nobody told since when',
      { status: 'past_due' },
      '2026-10-08T11:00:00.000000Z',
      'grace',
      null,
      'payment_failed',
    ],
    ['is restricted while unpaid', { status: 'unpaid' }, '2026-09-15T00:00:00.000000Z', 'restricted', null, 'unpaid'],
    ['is restricted while paused', { status: 'paused' }, '2026-09-15T00:00:00.000000Z', 'restricted', null, 'paused'],
    [
      'is none while incomplete',
      { status: 'incomplete', currentPeriodEnd: null },
      '2026-09-15T00:00:00.000000Z',
      'none',
      null,
      'never_paid',
    ],
    ['is none when never paid', { currentPeriodEnd: null }, '2026-09-15T00:00:00.000000Z', 'none', null, 'never_paid'],
    ['is full to a scheduled end', { cancelAtPeriodEnd: true }, '2026-09-30T00:00:00.000000Z', 'full', paidEnd, 'paid'],
    [
      'is none after it though the last event never came',
      { cancelAtPeriodEnd: true },
      paidEnd,
      'none',
      null,
      'canceled',
    ],
    [
      'is full to a date that was told',
      { cancelAt: '2026-09-20T00:00:00.000000Z' },
      '2026-09-19T00:00:00.000000Z',
      'full',
      '2026-09-20T00:00:00.000000Z',
      'paid',
    ],
    [
      'is none from that date',
      { cancelAt: '2026-09-20T00:00:00.000000Z' },
      '2026-09-20T00:00:00.000000Z',
      'none',
      null,
      'canceled',
    ],
    [
      'is none after a trial that was canceled',
      { ...trial, cancelAtPeriodEnd: true },
      trial.trialEnd,
      'none',
      null,
      'canceled',
    ],
    [
      'is none after an end though the period was paid',
      { status: 'canceled', endedAt: paidEnd },
      '2026-10-02T00:00:00.000000Z',
      'none',
      null,
      'ended',
    ],
    [
      'is none once ended',
      { status: 'canceled', endedAt: '2026-09-10T00:00:00.000000Z' },
      '2026-09-10T00:00:00.000000Z',
      'none',
      null,
      'ended',
    ],
  ])('%s', (_, change, at, level, until, reason) => {
    expect(decideAccess({ ...basis, ...change }, at)).toMatchObject({ level, until, reason });
  });
});

describe('the plan in use', () => {
  it.each([
    ['stays the larger one that was paid for', ['business_monthly', null, 'pro_monthly'], 'business_monthly'],
    [
      'stays the one that an upgrade was paid to',
      ['pro_monthly', 'business_monthly', 'pro_monthly'],
      'business_monthly',
    ],
    ['is a larger one as soon as it is told', ['pro_monthly', null, 'business_monthly'], 'business_monthly'],
    ['stays the paid one where both give the same', ['pro_yearly', null, 'pro_yearly'], 'pro_yearly'],
    ['is the told one where nothing is paid', [null, null, 'pro_monthly'], 'pro_monthly'],
    ['is the paid one where none was told', ['pro_monthly', null, null], 'pro_monthly'],
    ['is never one that the catalog does not know instead of a paid one', ['pro_monthly', null, 'gone'], 'pro_monthly'],
  ] as const)('%s', (_, [paid, upgraded, told], plan) => {
    expect(planInUse(testCatalog, { paid, upgraded, told })).toBe(plan);
  });
});
