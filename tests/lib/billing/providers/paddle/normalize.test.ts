import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/paddle/normalize';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

const purchase = (changes: Record<string, unknown>) =>
  normalize(changeFixture('paddle', 'transaction.completed.one_off', changes));
const firstEvent = (message: ReturnType<typeof normalize>) =>
  message.content.kind === 'events' ? message.content.events[0] : null;

describe('a Paddle message', () => {
  test('is the same event to every destination', () => {
    const other = purchase({ notification_id: 'ntf_another_destination' });
    expect(other).toEqual(normalize(readFixture('paddle', 'transaction.completed.one_off')));
    expect(other.eventId).toBe('evt_01k4acme0032paddle00000000');
  });

  test.each([
    ['event_id', undefined],
    ['event_id', ''],
    ['event_id', ['evt_1']],
    ['event_type', null],
    ['occurred_at', 'yesterday'],
    ['occurred_at', undefined],
  ])('whose %s is %j is for a person', (field, value) => {
    expect(purchase({ [field]: value }).content).toEqual({ kind: 'unreadable', reason: field });
  });

  test('tells its time to the microsecond, in UTC', () => {
    expect(purchase({ occurred_at: '2026-09-20T16:02:13.5+02:00' }).occurredAt).toBe('2026-09-20T14:02:13.500000Z');
    expect(normalize(readFixture('paddle', 'subscription.created')).occurredAt).toBe('2026-09-01T10:00:04.334150Z');
  });

  test('names neither an environment nor an account', () => {
    expect(purchase({})).toMatchObject({ environment: null, account: null });
  });

  test.each([
    ['transaction.created', 'checkout_is_open'],
    ['transaction.ready', 'checkout_is_open'],
    ['transaction.billed', 'not_paid_yet'],
    ['transaction.paid', 'transaction_completed_counts'],
    ['transaction.past_due', 'transaction_payment_failed_counts'],
    ['transaction.updated', 'other_events_count'],
    ['transaction.revised', 'other_events_count'],
    ['customer.updated', 'type_not_used'],
    ['acme.future_event', 'type_not_used'],
    ['constructor', 'type_not_used'],
  ])('of type %s moves no money', (event_type, reason) => {
    expect(purchase({ event_type }).content).toEqual({ kind: 'ignored', reason });
  });

  test.each([
    ['chk_1', 'chk_1'],
    ['chk\0_1', 'chk_1'],
    [900, '900'],
    ['', null],
    ['x'.repeat(5000), null],
    [['chk_1'], null],
    [undefined, null],
  ])('with the checkout id %j names %j', (value, expected) => {
    const told = { buyer: { checkoutId: expected, providerCheckoutId: 'txn_01k4acme0020paddle00000000' } };
    expect(firstEvent(purchase({ 'data.custom_data.checkout_id': value }))).toMatchObject(told);
  });

  test.each([undefined, null, [], 'text'])('with custom data of %j names no checkout of ours', (value) => {
    const told = { buyer: { checkoutId: null, claimedTeamId: null } };
    expect(firstEvent(purchase({ 'data.custom_data': value }))).toMatchObject(told);
  });
});
