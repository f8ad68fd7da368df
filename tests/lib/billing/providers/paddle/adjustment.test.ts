import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/paddle/normalize';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

const read = (data: Record<string, unknown>) =>
  normalize(
    changeFixture(
      'paddle',
      'adjustment.updated.refund_partial.approved',
      Object.fromEntries(Object.entries(data).map(([field, value]) => [`data.${field}`, value])),
    ),
  ).content;
const firstEvent = (content: ReturnType<typeof read>) => (content.kind === 'events' ? content.events[0] : null);
const fixtureEvent = (name: string) => firstEvent(normalize(readFixture('paddle', name)).content);

describe('an adjustment', () => {
  test.each([
    ['refund', 'pending_approval', 'payment_refunded', 'pending'],
    ['refund', 'approved', 'payment_refunded', 'succeeded'],
    ['refund', 'rejected', 'payment_refunded', 'failed'],
    ['refund', 'reversed', 'payment_refunded', 'failed'],
    ['chargeback', 'approved', 'payment_disputed', 'open'],
    ['chargeback', 'reversed', 'payment_disputed', 'won'],
    ['chargeback_reverse', 'approved', 'payment_disputed', 'won'],
  ])('%s that is %s is told as %s, %s', (action, status, kind, told) => {
    expect(firstEvent(read({ action, status }))).toMatchObject({ kind, status: told });
  });

  test.each([
    ['chargeback_warning', 'inquiry'],
    ['chargeback_warning_reverse', 'inquiry'],
    ['credit', 'balance_credit'],
    ['credit_reverse', 'balance_credit'],
  ])('%s moves no money of a purchase', (action, reason) => {
    expect(read({ action })).toEqual({ kind: 'ignored', reason });
  });

  test.each([
    [{ action: 'acme_future_action' }, 'data.action'],
    [{ action: '' }, 'data.action'],
    [{ status: 'acme_future_status' }, 'data.status'],
    [{ action: 'chargeback', status: 'pending_approval' }, 'data.status'],
    [{ action: 'chargeback', status: 'rejected' }, 'data.status'],
    [{ action: 'chargeback_reverse', status: 'reversed' }, 'data.status'],
    [{ transaction_id: null }, 'data.transaction_id'],
    [{ id: '' }, 'data.id'],
    [{ currency_code: 'dollars' }, 'data.currency_code'],
    [{ 'totals.total': '-1500' }, 'data.totals.total'],
    [{ 'totals.total': '9007199254740992' }, 'data.totals.total'],
    [{ 'totals.total': 1500 }, 'data.totals.total'],
    [{ totals: null }, 'data.totals'],
  ])('%j is for a person and never dropped', (data, reason) => {
    expect(read(data)).toEqual({ kind: 'unreadable', reason });
  });

  test('keeps its own id from pending to approved, and another refund has another', () => {
    const ids = [
      'created.refund_partial.pending',
      'updated.refund_partial.approved',
      'updated.refund_remainder.approved',
    ];
    const told = ids.map((name) => fixtureEvent(`adjustment.${name}`));
    expect(told).toMatchObject([
      { providerReversalId: 'adj_01k4acme0001paddle00000000', status: 'pending', cumulative: false },
      { providerReversalId: 'adj_01k4acme0001paddle00000000', status: 'succeeded', cumulative: false },
      { providerReversalId: 'adj_01k4acme0002paddle00000000', status: 'succeeded', cumulative: false },
    ]);
  });

  test('counts with tax, as what was paid does', () => {
    expect(fixtureEvent('adjustment.updated.refund_taxed_partial.approved')).toMatchObject({
      amountMinor: 2915,
      totalMinor: null,
    });
  });

  test('that reverses a chargeback is of the same dispute, though it has another id', () => {
    const dispute = { providerReversalId: 'chargeback:txn_01k4acme0024paddle00000000' };
    expect(fixtureEvent('adjustment.created.chargeback')).toMatchObject({ ...dispute, status: 'open' });
    expect(fixtureEvent('adjustment.created.chargeback_reverse')).toMatchObject({ ...dispute, status: 'won' });
    expect(fixtureEvent('adjustment.updated.chargeback.reversed')).toMatchObject({ ...dispute, status: 'won' });
  });

  test('of a subscription says so', () => {
    expect(firstEvent(read({ subscription_id: 'sub_1' }))).toMatchObject({ of: 'period' });
    expect(firstEvent(read({ subscription_id: null }))).toMatchObject({ of: 'purchase' });
  });
});
