import { describe, expect, test } from 'vitest';
import { sandbox } from '@/lib/billing/providers/sandbox';
import { checkoutPaid, encode, paymentIdOf, refund } from '@/lib/billing/providers/sandbox/messages';
import { changeFixture } from '@/tests/support/fixtures';

const context = { createdAt: new Date('2026-09-20T14:02:10.600Z'), environment: 'test' } as const;
const session = {
  sessionId: 'sbx_cs_1',
  checkoutId: 'chk_1',
  customerId: 'sbx_cus_team_1',
  lines: [{ providerPriceId: 'sandbox_pack_1000', quantity: 1 }],
  currency: 'USD',
  subtotalMinor: 4900,
  discountMinor: 0,
  taxMinor: 0,
};

function contentOf(name: string, changes: Record<string, unknown> = {}) {
  return sandbox.normalize(changeFixture('sandbox', name, changes)).content;
}

describe('a sandbox message', () => {
  test('means what it was built from', () => {
    expect(sandbox.normalize(encode(checkoutPaid(context, session)))).toEqual({
      eventId: null,
      type: 'checkout.paid',
      occurredAt: '2026-09-20T14:02:10.600000Z',
      environment: 'test',
      account: null,
      subjectKey: 'purchase:sbx_cs_1',
      content: {
        kind: 'events',
        events: [
          {
            kind: 'purchase_paid',
            occurredAt: '2026-09-20T14:02:10.600000Z',
            purchaseKey: 'sbx_cs_1',
            providerPaymentId: 'sbx_pay_1',
            paidAt: '2026-09-20T14:02:10.600000Z',
            buyer: {
              checkoutId: 'chk_1',
              providerCheckoutId: 'sbx_cs_1',
              providerCustomerId: 'sbx_cus_team_1',
              providerSubscriptionId: null,
              claimedTeamId: null,
            },
            lines: [{ providerPriceId: 'sandbox_pack_1000', quantity: 1, amountChosenByBuyer: false }],
            price: {
              currency: 'USD',
              subtotalMinor: 4900,
              discountMinor: 0,
              taxMinor: 0,
              amountMinor: 4900,
              listedMinor: 4900,
            },
          },
        ],
      },
    });
  });

  test('names the same payment however often a session is paid', () => {
    const [first, second] = [checkoutPaid(context, session), checkoutPaid(context, session)];
    expect(first.data.payment_id).toBe(paymentIdOf(session.sessionId));
    expect(second).toEqual(first);
  });

  test('of a full discount names no payment, since no money moved', () => {
    const free = checkoutPaid(context, { ...session, discountMinor: 4900 });
    expect(free.data).toMatchObject({ amount_minor: 0, payment_id: null });
  });

  test('of a refund that failed gives back what it took', () => {
    const reversal = {
      reversalId: 'sbx_re_1',
      paymentId: 'sbx_pay_1',
      amountMinor: 100,
      paymentAmountMinor: 4900,
      currency: 'USD',
    };
    expect(sandbox.normalize(encode(refund(context, 'failed', reversal))).content).toMatchObject({
      events: [{ kind: 'payment_refunded', status: 'failed', amountMinor: 100, totalMinor: 4900 }],
    });
  });
});

describe('a sandbox message that cannot be right', () => {
  test.each([
    ['checkout.paid', 'data.amount_minor', 4800],
    ['checkout.paid', 'data.amount_minor', -1],
    ['checkout.paid', 'data.session_id', ''],
    ['checkout.paid', 'data.lines', []],
    ['checkout.paid', 'environment', 'staging'],
    ['checkout.paid', 'created_at', 'soon'],
    ['refund.succeeded.half', 'data.payment_id', null],
    ['dispute.opened', 'data.payment_amount_minor', 0],
    ['period.paid.cycle', 'data.amount_minor', 2800],
    ['period.paid.cycle', 'data.period_end', null],
    ['period.paid.cycle', 'data.reason', 'later'],
    ['period.paid.cycle', 'data.subscription_id', ''],
    ['proration.paid', 'data.amount_minor', 1],
    ['period.failed', 'data.attempt', 0],
    ['period.voided', 'data.reason', 'lost'],
    ['subscription.updated', 'data.status', 'asleep'],
    ['subscription.updated', 'data.items', []],
    ['checkout.completed', 'data.subscription_id', null],
    ['payment_method.saved', 'data.exp_month', -1],
    ['payment_method.saved', 'data.exp_year', 1e9],
    ['payment_method.saved', 'data.brand', ''],
  ])('%s with %s %s is for a person', (name, path, value) => {
    expect(contentOf(name, { [path]: value })).toEqual({ kind: 'unreadable', reason: path });
  });

  test('of no known type is ignored', () => {
    expect(contentOf('checkout.paid', { type: 'checkout.seen' })).toEqual({ kind: 'ignored', reason: 'type_not_used' });
  });
});
