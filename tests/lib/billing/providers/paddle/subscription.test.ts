import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/paddle/normalize';
import { changeFixture } from '@/tests/support/fixtures';

const firstEvent = (message: ReturnType<typeof normalize>) =>
  message.content.kind === 'events' ? message.content.events[0] : null;

describe('a Paddle subscription', () => {
  const snapshot = (name: string, data: Record<string, unknown> = {}) =>
    firstEvent(
      normalize(
        changeFixture(
          'paddle',
          name,
          Object.fromEntries(Object.entries(data).map(([field, value]) => [`data.${field}`, value])),
        ),
      ),
    );

  test('links its checkout where it is created, and only there', () => {
    const created = { buyer: { providerCheckoutId: 'txn_01k4acme0001paddle00000000' } };
    expect(snapshot('subscription.created')).toMatchObject(created);
    expect(snapshot('subscription.activated')).toMatchObject({ buyer: { providerCheckoutId: null } });
  });

  test('is set to end by a scheduled cancellation, not by a scheduled pause', () => {
    const ends = { cancelAtPeriodEnd: true, cancelAt: '2026-12-01T10:00:00.449123Z', status: 'active' };
    expect(snapshot('subscription.updated.cancel_scheduled')).toMatchObject(ends);
    expect(snapshot('subscription.updated.pause_scheduled')).toMatchObject({
      cancelAtPeriodEnd: false,
      cancelAt: null,
    });
    expect(snapshot('subscription.updated.cancel_removed')).toMatchObject({ cancelAtPeriodEnd: false, cancelAt: null });
  });

  test('has ended when it was canceled', () => {
    expect(snapshot('subscription.canceled')).toMatchObject({
      status: 'canceled',
      endedAt: '2026-12-01T10:00:00.449123Z',
    });
    expect(snapshot('subscription.canceled', { canceled_at: null })).toMatchObject({
      endedAt: '2026-12-01T10:00:02.100000Z',
    });
  });

  test('consists of what recurs', () => {
    const once = { price: { id: 'pri_once' }, quantity: 1, recurring: false };
    expect(snapshot('subscription.activated', { 'items.1': once })).toMatchObject({
      items: [{ providerPriceId: 'pri_01k4acme0001paddle00000000', quantity: 1 }],
    });
  });

  test('in a state that is not known is for a person', () => {
    const unknown = changeFixture('paddle', 'subscription.activated', { 'data.status': 'acme' });
    expect(normalize(unknown).content).toEqual({ kind: 'unreadable', reason: 'data.status' });
  });
});
