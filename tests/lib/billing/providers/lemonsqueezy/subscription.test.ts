import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/lemonsqueezy/normalize';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

const subscription = (attributes: Record<string, unknown> = {}) =>
  normalize(
    changeFixture(
      'lemonsqueezy',
      'subscription_updated.renewed',
      Object.fromEntries(Object.entries(attributes).map(([field, value]) => [`data.attributes.${field}`, value])),
    ),
  ).content;
const firstEvent = (content: ReturnType<typeof subscription>) => (content.kind === 'events' ? content.events[0] : null);

describe('a Lemon Squeezy subscription', () => {
  const snapshot = (attributes: Record<string, unknown>) => firstEvent(subscription(attributes));

  test.each([
    ['on_trial', 'trialing', false],
    ['active', 'active', false],
    ['paused', 'paused', false],
    ['past_due', 'past_due', false],
    ['unpaid', 'unpaid', false],
    ['cancelled', 'active', true],
    ['expired', 'canceled', false],
  ])('that is %s is %s to us', (status, ours, cancelAtPeriodEnd) => {
    expect(snapshot({ status })).toMatchObject({ status: ours, cancelAtPeriodEnd });
  });

  test('in a state that is not known is for a person', () => {
    const content = subscription({ status: 'acme' });
    expect(content).toEqual({ kind: 'unreadable', reason: 'data.attributes.status' });
  });

  test('that is cancelled in its trial is on trial until the trial ends', () => {
    const ends_at = '2026-11-15T10:00:00.000000Z';
    const cancelled = { status: 'cancelled', trial_ends_at: ends_at, ends_at };
    expect(snapshot({ ...cancelled, updated_at: '2026-11-10T10:00:00.000000Z' })).toMatchObject({
      status: 'trialing',
      cancelAt: ends_at,
    });
    expect(snapshot({ ...cancelled, updated_at: '2026-11-20T10:00:00.000000Z' })).toMatchObject({ status: 'active' });
  });

  test('does not pass off the date of the next retry as the end of a period', () => {
    const renews_at = '2026-11-04T10:00:00.000000Z';
    for (const status of ['past_due', 'unpaid'])
      expect(snapshot({ status, renews_at })).toMatchObject({ providerPeriodEnd: null });
    expect(snapshot({ status: 'active', renews_at })).toMatchObject({ providerPeriodEnd: renews_at });
  });

  test('told twice in one second goes from created over updated to the specific event', () => {
    const succession = (name: string) => {
      const event = firstEvent(normalize(readFixture('lemonsqueezy', name)).content);
      return event?.kind === 'subscription_snapshot' ? event.succession : null;
    };
    const names = [
      'subscription_created',
      'subscription_updated.created',
      'subscription_cancelled',
      'subscription_expired',
    ];
    expect(names.map(succession)).toEqual([0, 2, 3, 4]);
  });

  test.each(['', null, undefined])('with the variant %j is for a person', (variant_id) => {
    const content = subscription({ variant_id });
    expect(content).toEqual({ kind: 'unreadable', reason: 'data.attributes.variant_id' });
  });
});
