import { describe, expect, test } from 'vitest';
import { read, readEvent } from './reading';

const cycle = 'invoice.paid.subscription_cycle';
const update = 'invoice.paid.subscription_update';

describe('a paid invoice', () => {
  test('reads the same in the shape before and after API 2025-03-31, but for the payment that only the older names', () => {
    expect({ ...readEvent('period_paid', `${cycle}.old_api`), providerPaymentId: null }).toEqual(
      readEvent('period_paid', cycle),
    );
  });

  test('is a period as long as its line says, not as the invoice does', () => {
    const { period } = readEvent('period_paid', cycle, { period_start: 1, period_end: 1 });
    expect(period).toEqual({ start: '2026-10-01T10:00:00.000000Z', end: '2026-11-01T10:00:00.000000Z' });
  });

  test.each(['manual', 'subscription_threshold', 'automatic_pending_invoice_item_invoice'])(
    'for %s moves no period',
    (billing_reason) => {
      expect(read(cycle, { billing_reason }).content.kind).toBe('ignored');
    },
  );

  test.each(['quote_accept', 'upcoming', 'foo', null])(
    'of a subscription for %s is left to a person',
    (billing_reason) => {
      expect(read(cycle, { billing_reason }).content).toEqual({
        kind: 'unreadable',
        reason: 'data.object.billing_reason',
      });
    },
  );

  test.each<[string, unknown]>([
    ['status', 'open'],
    ['id', undefined],
    ['total', 29.5],
    ['currency', null],
    ['lines', null],
    ['lines.data', []],
    ['lines.data.0.period', null],
    ['lines.data.0.pricing', null],
    ['created', 'yesterday'],
  ])('with %s %j is left to a person', (field, value) => {
    expect(read(cycle, { [field]: value }).content.kind).toBe('unreadable');
  });

  test('of no subscription is not ours to count', () => {
    expect(read(cycle, { parent: null }).content).toEqual({ kind: 'ignored', reason: 'not_a_subscription' });
  });

  test('with more lines than it carries names none until they were fetched', () => {
    const many = `${cycle}.many_lines`;
    expect(readEvent('period_paid', many)).toMatchObject({ lines: null, period: null });
    expect(readEvent('period_paid', many, {}, { other: 1 })).toMatchObject({ lines: null, period: null });
    expect(read(many, {}, { invoiceLines: [null] }).content.kind).toBe('unreadable');
  });

  test('pays for what the subscription holds, and not for an extra beside it', () => {
    const extra = { type: 'invoice_item_details', invoice_item_details: { proration: false } };
    const lines = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`lines.data.${at}.parent`, extra]));
    const few = { ...lines, 'lines.has_more': false };
    expect(readEvent('period_paid', `${cycle}.many_lines`, few).lines).toHaveLength(1);
    const older = { 'lines.data.0.type': 'invoiceitem' };
    expect(read(`${cycle}.old_api`, older).content).toEqual({ kind: 'unreadable', reason: 'data.object.lines' });
  });

  test('names its payment where Stripe was asked to include it', () => {
    const payments = { data: [{ payment: { type: 'payment_intent', payment_intent: 'pi_1' } }] };
    expect(readEvent('period_paid', cycle, { payments }).providerPaymentId).toBe('pi_1');
  });

  test.each([
    [0, false],
    [1, false],
    [2, true],
    [null, false],
  ])('after %j attempts is a recovery: %s', (attempt_count, recovered) => {
    expect(readEvent('period_paid', cycle, { attempt_count }).recovered).toBe(recovered);
  });

  test('holds inclusive tax in its list price and exclusive tax beside it', () => {
    const tax = (tax_behavior: string) => ({ total_taxes: [{ amount: 400, tax_behavior }] });
    expect(readEvent('period_paid', cycle, tax('inclusive')).price).toMatchObject({
      subtotalMinor: 2500,
      listedMinor: 2900,
    });
    expect(readEvent('period_paid', cycle, { ...tax('exclusive'), total: 3300 }).price).toMatchObject({
      subtotalMinor: 2900,
      listedMinor: 2900,
      amountMinor: 3300,
    });
    expect(read(cycle, { total_taxes: [{ amount: 2901 }] }).content.kind).toBe('unreadable');
  });
});

describe('an invoice at the start', () => {
  const start = 'invoice.paid.subscription_create';

  test('of a trial is no period', () => {
    expect(read(`${start}.trial`).content).toEqual({ kind: 'ignored', reason: 'trial_start' });
  });

  test('with a full discount is one', () => {
    expect(readEvent('period_paid', `${start}.coupon_full`)).toMatchObject({
      reason: 'start',
      price: { amountMinor: 0 },
    });
  });

  test('of a trial with a fee pays for no period', () => {
    expect(read(`${start}.trial`, { total: 500, amount_paid: 500 }).content).toEqual({
      kind: 'ignored',
      reason: 'no_paid_cycle',
    });
  });
});

describe('an invoice for a change', () => {
  test('in proportion moves no period', () => {
    expect(readEvent('proration_paid', update).lines).toHaveLength(2);
  });

  test('with a full cycle beside the credit is a period of the new plan', () => {
    expect(readEvent('period_paid', `${update}.monthly_to_yearly`)).toMatchObject({
      reason: 'update',
      lines: [{ providerPriceId: 'price_1SProYearly00000000001' }],
      price: { amountMinor: 27945 },
    });
  });

  test('that comes to a credit was paid with nothing', () => {
    expect(readEvent('proration_paid', `${update}.downgrade`).price).toMatchObject({
      amountMinor: 0,
      subtotalMinor: 0,
    });
  });
});

describe('an invoice that was not paid', () => {
  test('tells of the attempt and where the customer can pay', () => {
    const failed = 'invoice.payment_failed.subscription_cycle';
    expect(readEvent('period_payment_failed', failed)).toMatchObject({ attempt: 1, actionRequired: false });
    for (const hosted_invoice_url of [
      'javascript:alert(1)',
      'http://a.example',
      17,
      null,
      `https://${'a'.repeat(3000)}`,
    ]) {
      expect(readEvent('period_payment_failed', failed, { hosted_invoice_url }).payUrl).toBeNull();
    }
    expect(read(failed, { parent: null }).content).toEqual({ kind: 'ignored', reason: 'not_a_subscription' });
  });

  test('explains a gap only where it billed a cycle', () => {
    const voided = 'invoice.voided.subscription_cycle';
    expect(readEvent('period_voided', voided).period).not.toBeNull();
    const proration = { 'lines.data.0.parent.subscription_item_details.proration': true };
    expect(read(voided, proration).content).toEqual({ kind: 'ignored', reason: 'no_cycle' });
  });
});
