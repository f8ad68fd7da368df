import { describe, expect, test } from 'vitest';
import type { HistoryPayment } from '@/lib/billing/credits/payments';
import { type DisputeState, type MoneyBackAction, planMoneyBack } from '@/lib/billing/lab/money-back';

const context = { createdAt: new Date('2026-09-22T10:00:00Z'), environment: 'test' } as const;
const payment: HistoryPayment = {
  purchaseId: 'pur_1',
  provider: 'sandbox',
  purchaseKey: 'sbx_cs_1',
  providerPaymentId: 'sbx_pay_1',
  eventId: 'sbx_evt_1',
  items: [],
  amountMinor: 4900,
  taxMinor: 0,
  discountMinor: 0,
  refundedMinor: 0,
  currency: 'USD',
  status: 'paid',
};

function plan(action: MoneyBackAction, changes: Partial<HistoryPayment> = {}, disputed: DisputeState = null) {
  return planMoneyBack(action, { payment: { ...payment, ...changes }, disputed }, context).message;
}

describe('a refund in the lab', () => {
  test.each([
    ['refund_half', 4900, 0, 2450],
    ['refund_half', 4901, 0, 2450],
    ['refund_half', 1, 0, 1],
    ['refund_half', 4900, 4000, 900],
    ['refund_rest', 4900, 0, 4900],
    ['refund_rest', 4900, 2450, 2450],
  ] as const)('%s of %i with %i refunded is %i', (action, amountMinor, refundedMinor, refundMinor) => {
    expect(plan(action, { amountMinor, refundedMinor })).toMatchObject({
      type: 'refund.succeeded',
      data: { payment_id: 'sbx_pay_1', amount_minor: refundMinor, payment_amount_minor: amountMinor, currency: 'USD' },
    });
  });

  test('is the same refund when it is asked for twice, and another one after it', () => {
    const [first, again, later] = [
      plan('refund_half'),
      plan('refund_half'),
      plan('refund_half', { refundedMinor: 2450 }),
    ];
    expect(again.data.refund_id).toBe(first.data.refund_id);
    expect(later.data.refund_id).not.toBe(first.data.refund_id);
  });

  test.each(['refund_half', 'refund_rest'] as const)('%s of what went back already is refused', (action) => {
    expect(() => plan(action, { refundedMinor: 4900 })).toThrow(expect.objectContaining({ code: 'nothing_to_refund' }));
  });

  test.each(['refund_half', 'refund_rest', 'dispute'] as const)('%s of a free purchase is refused', (action) => {
    const free = { amountMinor: 0, providerPaymentId: null };
    expect(() => plan(action, free)).toThrow(expect.objectContaining({ code: 'nothing_to_refund' }));
  });
});

describe('a dispute in the lab', () => {
  test('is of the whole payment, and its end names it again', () => {
    const opened = plan('dispute');
    const won = plan('dispute_won', {}, 'open');
    expect(opened).toMatchObject({ type: 'dispute.opened', data: { amount_minor: 4900 } });
    expect(won).toMatchObject({ type: 'dispute.won', data: { dispute_id: opened.data.dispute_id } });
  });

  test.each(['open', 'won', 'lost'] as const)('cannot be opened where one is %s', (disputed) => {
    expect(() => plan('dispute', {}, disputed)).toThrow(expect.objectContaining({ code: 'already_disputed' }));
  });

  test.each([null, 'won', 'lost'] as const)('cannot be won where the dispute is %s', (disputed) => {
    expect(() => plan('dispute_won', {}, disputed)).toThrow(expect.objectContaining({ code: 'no_open_dispute' }));
  });
});
