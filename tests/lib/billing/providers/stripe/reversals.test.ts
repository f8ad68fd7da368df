import { describe, expect, test } from 'vitest';
import { read, readEvent } from './reading';

describe('a refund', () => {
  test.each([
    ['pending', 'pending'],
    ['requires_action', 'pending'],
    ['succeeded', 'succeeded'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
  ])('that is %s at Stripe is %s', (status, expected) => {
    expect(readEvent('payment_refunded', 'refund.updated', { status })).toMatchObject({
      providerReversalId: 're_3SAcmeCredits000000000001',
      status: expected,
      cumulative: false,
    });
  });

  test.each<[string, unknown]>([
    ['status', 'reversed'],
    ['status', null],
    ['amount', -1500],
    ['amount', undefined],
    ['currency', 5],
  ])('with %s %j is left to a person and not dropped', (field, value) => {
    expect(read('refund.updated', { [field]: value }).content).toEqual({
      kind: 'unreadable',
      reason: `data.object.${field}`,
    });
  });

  test('of a charge without an intent is the charge’s', () => {
    expect(readEvent('payment_refunded', 'refund.updated', { payment_intent: null }).providerPaymentId).toBe(
      'ch_3SAcmeCredits000000000001',
    );
    expect(read('refund.updated', { payment_intent: null, charge: null }).content.kind).toBe('unreadable');
  });

  test('by the event’s older name is the same refund', () => {
    const [older, newer] = ['charge.refund.updated', 'refund.updated'].map((type) =>
      read('refund.updated', { '/type': type }),
    );
    expect(older?.content).toEqual(newer?.content);
  });

  test('total of a charge is told in the basis of what was charged', () => {
    expect(readEvent('payment_refunded', 'charge.refunded.taxed_partial')).toMatchObject({
      amountMinor: 1166,
      totalMinor: 5831,
      cumulative: true,
      providerReversalId: 'pi_3SAcmeCredits000000000011:refunded',
    });
    expect(readEvent('payment_refunded', 'charge.refunded.full', { payment_intent: null })).toMatchObject({
      providerPaymentId: 'ch_3SAcmeCredits000000000001',
      providerReversalId: 'ch_3SAcmeCredits000000000001:refunded',
    });
  });
});

describe('a dispute', () => {
  test.each([
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_needs_response', 'open'],
    ['appeal_under_review', 'open'],
    ['won', 'won'],
    ['lost', 'lost'],
  ])('that is %s at Stripe is %s, whatever the event is called', (status, expected) => {
    for (const name of ['created', 'updated', 'funds_withdrawn', 'funds_reinstated', 'closed']) {
      const changes = { status, '/type': `charge.dispute.${name}` };
      expect(readEvent('payment_disputed', 'charge.dispute.created', changes).status).toBe(expected);
    }
  });

  test.each(['warning_needs_response', 'warning_under_review', 'warning_closed'])(
    'with status %s is an inquiry',
    (status) => {
      expect(read('charge.dispute.updated', { status }).content).toEqual({ kind: 'ignored', reason: 'inquiry' });
    },
  );

  test.each(['prevented', 'foo', 'toString'])('with status %s is left to a person', (status) => {
    expect(read('charge.dispute.updated', { status }).content).toEqual({
      kind: 'unreadable',
      reason: 'data.object.status',
    });
  });
});
