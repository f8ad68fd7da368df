import { describe, expect, test } from 'vitest';
import { readFetched } from '@/tests/support/fixtures';
import { read, readEvent } from './reading';

const purchase = 'checkout.session.completed.payment';
const paid = (changes: Record<string, unknown> = {}, fetched?: unknown) =>
  readEvent('purchase_paid', purchase, changes, fetched);

describe('what was paid', () => {
  test.each([
    purchase,
    `${purchase}.tax_exclusive`,
    `${purchase}.tax_inclusive`,
    `${purchase}.coupon_full`,
    `${purchase}.coupon_taxed`,
    `${purchase}.shipping`,
    `${purchase}.over_int32`,
  ])('adds up: subtotal less discount plus tax in %s', (fixture) => {
    const { price } = readEvent('purchase_paid', fixture);
    expect(price.subtotalMinor - price.discountMinor + price.taxMinor).toBe(price.amountMinor);
  });

  test('is a discount where the total is below the subtotal and nobody says why', () => {
    const free = { amount_total: 0, payment_intent: null, payment_status: 'no_payment_required', total_details: null };
    expect(paid(free).price).toMatchObject({ subtotalMinor: 4900, discountMinor: 4900, amountMinor: 0 });
  });

  test.each<[string, unknown]>([
    ['amount_total', -1],
    ['amount_total', 49.5],
    ['amount_total', 2 ** 53],
    ['amount_total', '4900'],
    ['amount_total', null],
    ['amount_subtotal', undefined],
    ['total_details.amount_tax', 4901],
    ['total_details.amount_discount', 2 ** 53 - 1],
    ['currency', 'dollars'],
    ['currency', null],
    ['id', ''],
    ['payment_intent', 17],
    ['payment_intent', ''],
    ['mode', 'donation'],
    ['payment_status', 'mostly'],
  ])('cannot be read where %s is %j', (field, value) => {
    expect(read(purchase, { [field]: value }).content.kind).toBe('unreadable');
  });

  test('cannot be read where money was due and none was paid', () => {
    expect(read(purchase, { payment_status: 'no_payment_required' }).content.kind).toBe('unreadable');
    expect(read('checkout.session.async_payment_succeeded', { payment_status: 'unpaid' }).content.kind).toBe(
      'unreadable',
    );
  });
});

describe('who paid', () => {
  test.each<[unknown]>([[''], ['x'.repeat(5000)], [['team_a']], [{ id: 'team_a' }], [17], [null], [undefined]])(
    'is not read from a team id of %j',
    (value) => {
      expect(
        paid({ client_reference_id: value, 'metadata.team_id': value, 'metadata.checkout_id': value }).buyer,
      ).toMatchObject({
        claimedTeamId: null,
        checkoutId: null,
      });
    },
  );

  test.each<[unknown]>([[null], [undefined], ['text'], [[]]])('is nobody known where metadata is %j', (metadata) => {
    expect(paid({ metadata, client_reference_id: null }).buyer).toMatchObject({
      claimedTeamId: null,
      checkoutId: null,
    });
  });

  test('is a guest without a customer, and the customer where it was expanded', () => {
    expect(paid({ customer: null }).buyer.providerCustomerId).toBeNull();
    expect(paid({ customer: undefined }).buyer.providerCustomerId).toBeNull();
    expect(paid({ customer: { id: 'cus_1', object: 'customer' } }).buyer.providerCustomerId).toBe('cus_1');
  });

  test('claims a team through the reference before the metadata', () => {
    expect(paid({ client_reference_id: 'team_b' }).buyer.claimedTeamId).toBe('team_b');
    expect(paid({ client_reference_id: 'team\0_b\ud800' }).buyer.claimedTeamId).toBe('team_b\ufffd');
  });
});

describe('what was bought', () => {
  const line = { price: { id: 'price_1', custom_unit_amount: null }, quantity: 2 };
  const bought = { providerPriceId: 'price_1', quantity: 2, amountChosenByBuyer: false };

  test('is not known from a session alone', () => {
    expect(paid().lines).toBeNull();
    expect(paid({}, { other: [] }).lines).toBeNull();
    expect(paid({}, 'text').lines).toBeNull();
  });

  test('is read from line items in the body, if they are all there', () => {
    expect(paid({ line_items: { data: [line], has_more: false } }).lines).toEqual([bought]);
    expect(paid({ line_items: { data: [line], has_more: true } }).lines).toBeNull();
    expect(paid({ line_items: { data: [line], has_more: true } }, { lineItems: [line, line] }).lines).toEqual([
      bought,
      bought,
    ]);
  });

  test('counts a missing quantity as one and leaves out what was reduced to none', () => {
    const { quantity, ...single } = line;
    expect(paid({}, { lineItems: [single] }).lines).toEqual([{ ...bought, quantity: 1 }]);
    expect(paid({}, { lineItems: [line, { ...line, quantity: 0 }] }).lines).toEqual([bought]);
    expect(quantity).toBe(2);
  });

  test.each([
    [[]],
    [[{ ...line, quantity: 0 }]],
    [[{ ...line, quantity: 1.5 }]],
    [[{ ...line, price: null }]],
    [[null]],
  ])('cannot be read from %j', (lineItems) => {
    expect(read(purchase, {}, { lineItems }).content).toEqual({ kind: 'unreadable', reason: 'line_items' });
  });

  test('says where the buyer chose the amount', () => {
    const fixture = 'checkout.session.completed.payment_link.custom_amount';
    const { lines } = readEvent('purchase_paid', fixture, {}, readFetched('stripe', fixture));
    expect(lines?.[0]?.amountChosenByBuyer).toBe(true);
  });
});

describe('a session', () => {
  test('that stores a card pays for nothing, however it ends', () => {
    for (const type of ['completed', 'expired', 'async_payment_failed', 'async_payment_succeeded']) {
      const { content } = read('checkout.session.completed.setup', { '/type': `checkout.session.${type}` });
      expect(content).toEqual({ kind: 'ignored', reason: 'setup' });
    }
  });

  test('of a subscription links it and is not its payment', () => {
    const fixture = 'checkout.session.completed.subscription';
    expect(readEvent('subscription_linked', fixture, { payment_status: 'unpaid' }).providerSubscriptionId).toMatch(
      /^sub_/,
    );
    expect(read(fixture, { subscription: null }).content.kind).toBe('unreadable');
  });
});

describe('a payment intent', () => {
  test('counts only where we charged it ourselves', () => {
    const content = (changes: Record<string, unknown>) => read('payment_intent.succeeded.off_session', changes).content;
    expect(content({})).toMatchObject({ kind: 'events', events: [{ kind: 'purchase_paid' }] });
    expect(content({ metadata: {} })).toEqual({ kind: 'ignored', reason: 'not_ours' });
    expect(content({ 'metadata.kind': 'credit_pack' })).toEqual({
      kind: 'ignored',
      reason: 'counted_by_checkout_session',
    });
    expect(content({ 'metadata.kind': ['auto_topup'] })).toMatchObject({ kind: 'ignored' });
    expect(content({ amount_received: 0 })).toEqual({ kind: 'ignored', reason: 'zero_without_discount' });
    expect(content({ amount_received: null })).toMatchObject({ kind: 'unreadable' });
  });
});
