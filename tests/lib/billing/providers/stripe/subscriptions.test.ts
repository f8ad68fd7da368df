import { describe, expect, test } from 'vitest';
import { read, readEvent } from './reading';

const snapshot = (fixture: string, changes: Record<string, unknown> = {}) =>
  readEvent('subscription_snapshot', `customer.subscription.${fixture}`, changes);

describe('a subscription', () => {
  test('reads the same in the shape before and after its period moved to the items', () => {
    expect(snapshot('updated.renewed.old_api')).toEqual(snapshot('updated.renewed'));
  });

  test('without a period is left to a person, unless it ended', () => {
    const noPeriod = { 'items.data.0.current_period_start': undefined, 'items.data.0.current_period_end': undefined };
    expect(read('customer.subscription.updated.renewed', noPeriod).content).toEqual({
      kind: 'unreadable',
      reason: 'data.object.current_period_end',
    });
    expect(snapshot('deleted', noPeriod).providerPeriodEnd).toBeNull();
  });

  test.each([
    ['incomplete', null, 'incomplete'],
    ['incomplete_expired', null, 'canceled'],
    ['trialing', null, 'trialing'],
    ['active', null, 'active'],
    ['past_due', null, 'past_due'],
    ['unpaid', null, 'unpaid'],
    ['paused', null, 'paused'],
    ['canceled', null, 'canceled'],
    ['active', { behavior: 'void' }, 'paused'],
    ['past_due', { behavior: 'keep_as_draft' }, 'paused'],
    ['trialing', { behavior: 'void' }, 'trialing'],
    ['canceled', { behavior: 'void' }, 'canceled'],
  ])('with status %s and pause_collection %j is %s', (status, pause_collection, expected) => {
    expect(snapshot('updated.past_due', { status, pause_collection }).status).toBe(expected);
  });

  test('with a status that nobody knows is left to a person', () => {
    expect(read('customer.subscription.updated.past_due', { status: 'foo' }).content).toEqual({
      kind: 'unreadable',
      reason: 'data.object.status',
    });
  });

  test('that ended has an end also where Stripe names none', () => {
    const { endedAt, occurredAt } = snapshot('deleted', { ended_at: null });
    expect(endedAt).toBe(occurredAt);
  });

  test('ends with its period by the flag or by a date within it, and not by a later date', () => {
    expect(snapshot('updated.cancel_at_period_end', { cancel_at: null }).cancelAtPeriodEnd).toBe(true);
    expect(snapshot('updated.cancel_at_period_date').cancelAtPeriodEnd).toBe(true);
    expect(snapshot('updated.cancel_at_later_date')).toMatchObject({
      cancelAtPeriodEnd: false,
      cancelAt: '2027-04-01T10:00:00.000000Z',
    });
  });

  test('is ordered within one second by what the event is', () => {
    const order = ['created', 'trial_will_end', 'updated', 'paused', 'resumed', 'deleted'].map(
      (name) => snapshot('updated.past_due', { '/type': `customer.subscription.${name}` }).succession,
    );
    expect(order).toEqual([0, 1, 2, 3, 3, 4]);
  });

  test('says in our words what an update changed, and nothing else', () => {
    expect(snapshot('updated.trial_to_active').previous).toEqual({
      status: 'trialing',
      providerPeriodStart: '2026-09-05T12:00:00.000000Z',
      providerPeriodEnd: '2026-09-19T12:00:00.000000Z',
    });
    expect(snapshot('updated.past_due', { '/data.previous_attributes': { description: 'old' } }).previous).toEqual({});
    expect(snapshot('updated.past_due', { '/data.previous_attributes': { status: 'foo' } }).previous).toBeNull();
    expect(snapshot('updated.past_due', { '/data.previous_attributes': undefined }).previous).toBeNull();
  });
});
