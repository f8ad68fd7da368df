import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/paddle/normalize';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

const firstEvent = (message: ReturnType<typeof normalize>) =>
  message.content.kind === 'events' ? message.content.events[0] : null;

describe('an attempt to pay', () => {
  const attempt = (name: string, changes: Record<string, unknown> = {}) =>
    normalize(changeFixture('paddle', name, changes));

  test('that fails or ends in a checkout is told of the checkout', () => {
    expect(firstEvent(attempt('transaction.payment_failed.one_off'))).toMatchObject({
      kind: 'checkout_progressed',
      state: 'failed',
    });
    expect(firstEvent(attempt('transaction.canceled'))).toMatchObject({
      kind: 'checkout_progressed',
      state: 'expired',
    });
  });

  test('that fails or is given up for a cycle is told of the cycle, under the key that would have paid it', () => {
    const cycle = { renewalKey: 'txn_01k4acme0003paddle00000000' };
    expect(firstEvent(attempt('transaction.payment_failed.subscription_recurring'))).toMatchObject({
      kind: 'period_payment_failed',
      ...cycle,
    });
    expect(firstEvent(attempt('transaction.canceled.subscription_recurring'))).toMatchObject({
      kind: 'period_voided',
      ...cycle,
    });
    expect(
      firstEvent(normalize(readFixture('paddle', 'transaction.completed.subscription_recurring.recovered'))),
    ).toMatchObject(cycle);
  });

  test.each(['subscription_charge', 'subscription_update'])(
    'for a %s that fails changes no checkout and no cycle',
    (origin) => {
      const failed = attempt('transaction.payment_failed.subscription_recurring', { 'data.origin': origin });
      expect(failed.content).toEqual({ kind: 'ignored', reason: 'nothing_was_paid' });
    },
  );

  test('that needs the customer says so, and where to pay', () => {
    const name = 'transaction.payment_failed.subscription_recurring';
    const needed = attempt(name, { 'data.payments.0.status': 'action_required' });
    expect(firstEvent(needed)).toMatchObject({ actionRequired: true, payUrl: expect.stringMatching(/^https:/) });
    const hostile = attempt(name, { 'data.checkout.url': 'javascript:alert(1)' });
    expect(firstEvent(hostile)).toMatchObject({ actionRequired: false, payUrl: null });
  });
});
