import { describe, expect, test } from 'vitest';
import { normalize } from '@/lib/billing/providers/lemonsqueezy/normalize';
import { changeFixture, readFixture } from '@/tests/support/fixtures';

const attribute = (name: string) => `data.attributes.${name}`;
const order = (changes: Record<string, unknown>) =>
  normalize(changeFixture('lemonsqueezy', 'order_created.purchase', changes));
const withAttributes = (attributes: Record<string, unknown>) =>
  order(Object.fromEntries(Object.entries(attributes).map(([name, value]) => [attribute(name), value])));
const firstEvent = (message: ReturnType<typeof normalize>) =>
  message.content.kind === 'events' ? message.content.events[0] : null;

describe('an order', () => {
  test.each([
    ['paid', 'purchase_paid'],
    ['refunded', 'purchase_paid'],
    ['partial_refund', 'purchase_paid'],
    ['pending', 'checkout_progressed'],
    ['failed', 'checkout_progressed'],
  ])('that is %s is told as %s', (status, kind) => {
    expect(firstEvent(withAttributes({ status }))).toMatchObject({ kind });
  });

  test.each(['fraudulent', 'PAID', '', 'acme_future_status'])(
    'in a state that is not known (%j) is for a person',
    (status) => {
      expect(withAttributes({ status }).content).toEqual({ kind: 'unreadable', reason: 'data.attributes.status' });
    },
  );

  test('says the same whether it was refunded before it arrived or not', () => {
    const before = firstEvent(normalize(readFixture('lemonsqueezy', 'order_created.purchase')));
    const refunded = firstEvent(normalize(readFixture('lemonsqueezy', 'order_created.refunded_before')));
    expect({ ...refunded, occurredAt: before?.occurredAt }).toEqual(before);
  });

  test('of a plan differs from a pack by its variant alone', () => {
    const plan = firstEvent(normalize(readFixture('lemonsqueezy', 'order_created.subscription')));
    expect(plan).toMatchObject({ kind: 'purchase_paid', lines: [{ providerPriceId: '700001', quantity: 1 }] });
  });

  test('and an invoice with the same number have different keys', () => {
    const paid = firstEvent(order({ 'data.id': '900' }));
    const invoice = changeFixture('lemonsqueezy', 'subscription_payment_success.initial', { 'data.id': '900' });
    expect(paid).toMatchObject({ purchaseKey: 'order:900', providerPaymentId: 'order:900' });
    expect(firstEvent(normalize(invoice))).toMatchObject({
      renewalKey: 'invoice:900',
      providerPaymentId: 'invoice:900',
    });
  });
});

describe('the price of an order', () => {
  const price = (attributes: Record<string, unknown>) => {
    const event = firstEvent(withAttributes(attributes));
    return event?.kind === 'purchase_paid' ? event.price : null;
  };

  test.each([
    ['no tax', { subtotal: 4900, discount_total: 0, tax: 0, total: 4900 }, { subtotalMinor: 4900, listedMinor: 4900 }],
    [
      'tax on top',
      { subtotal: 4900, discount_total: 0, tax: 931, total: 5831 },
      { subtotalMinor: 4900, listedMinor: 4900 },
    ],
    [
      'tax on top of a discount',
      { subtotal: 4900, discount_total: 980, tax: 745, total: 4665 },
      { subtotalMinor: 4900, listedMinor: 4900 },
    ],
    [
      'tax included',
      { subtotal: 4900, discount_total: 0, tax: 782, total: 4900 },
      { subtotalMinor: 4118, listedMinor: 4900 },
    ],
    [
      'everything taken off',
      { subtotal: 4900, discount_total: 4900, tax: 0, total: 0 },
      { subtotalMinor: 4900, listedMinor: 4900 },
    ],
    [
      'an amount over int32',
      { subtotal: 8e9, discount_total: 0, tax: 0, total: 8e9 },
      { subtotalMinor: 8e9, listedMinor: 8e9 },
    ],
  ])('with %s adds up', (_, told, expected) => {
    const read = price(told);
    expect(read).toMatchObject({
      ...expected,
      amountMinor: told.total,
      taxMinor: told.tax,
      discountMinor: told.discount_total,
    });
    expect(read && read.subtotalMinor - read.discountMinor + read.taxMinor).toBe(told.total);
  });

  test.each([
    ['total', 2 ** 53],
    ['total', -1],
    ['total', 49.5],
    ['total', '4900'],
    ['total', null],
    ['tax', undefined],
    ['discount_total', 2 ** 53 - 1],
    ['tax', 5000],
    ['currency', 'usd'],
    ['currency', ''],
  ])('whose %s is %j is for a person', (name, value) => {
    expect(withAttributes({ [name]: value }).content).toMatchObject({ kind: 'unreadable' });
  });
});

describe('the line of an order', () => {
  const lines = (item: unknown) => {
    const event = firstEvent(withAttributes({ first_order_item: item }));
    return event?.kind === 'purchase_paid' ? event.lines : 'none';
  };

  test('has the variant as text, and one of it when no quantity is told', () => {
    const one = [{ providerPriceId: '700009', quantity: 1, amountChosenByBuyer: false }];
    expect(lines({ variant_id: 700009 })).toEqual(one);
    expect(lines({ variant_id: '700009', quantity: null })).toEqual(one);
    expect(lines({ variant_id: 700009, quantity: 3 })).toMatchObject([{ quantity: 3 }]);
  });

  test('is left to our intent when it is not told', () => {
    expect(lines(null)).toBeNull();
    expect(lines(undefined)).toBeNull();
  });

  test.each([
    { variant_id: '', quantity: 1 },
    { variant_id: null, quantity: 1 },
    { quantity: 1 },
    { variant_id: 700003, quantity: 0 },
    { variant_id: 700003, quantity: -1 },
    { variant_id: 700003, quantity: 1.5 },
    [],
  ])('that is %j is for a person', (item) => {
    expect(lines(item)).toBe('none');
  });
});

describe('whose an order is', () => {
  test.each([
    ['chk_1', 'chk_1'],
    ['chk\0_1', 'chk_1'],
    [900, '900'],
    ['', null],
    ['x'.repeat(5000), null],
    [['chk_1'], null],
    [{}, null],
    [true, null],
    [undefined, null],
  ])('a checkout id of %j is read as %j', (value, expected) => {
    expect(firstEvent(order({ 'meta.custom_data.checkout_id': value }))).toMatchObject({
      buyer: { checkoutId: expected },
    });
  });

  test.each([undefined, null, [], 'text', 17])('custom data of %j names nobody', (value) => {
    expect(firstEvent(order({ 'meta.custom_data': value }))).toMatchObject({
      buyer: { checkoutId: null, claimedTeamId: null },
    });
  });

  test('the store and the mode come with every message', () => {
    expect(order({ 'meta.test_mode': false, 'data.attributes.test_mode': false })).toMatchObject({
      environment: 'live',
      account: '90001',
    });
    expect(order({ 'meta.test_mode': undefined })).toMatchObject({ environment: 'test' });
  });

  test.each([
    [{ 'data.attributes.store_id': undefined }, 'data.attributes.store_id'],
    [{ 'meta.test_mode': undefined, 'data.attributes.test_mode': undefined }, 'meta.test_mode'],
    [{ 'meta.test_mode': false }, 'meta.test_mode'],
  ])('money without them, or where they contradict, is for a person: %j', (changes, reason) => {
    expect(order(changes).content).toEqual({ kind: 'unreadable', reason });
  });
});

describe('a refund of an order', () => {
  const refund = (attributes: Record<string, unknown>) =>
    normalize(
      changeFixture(
        'lemonsqueezy',
        'order_refunded.partial',
        Object.fromEntries(Object.entries(attributes).map(([name, value]) => [attribute(name), value])),
      ),
    );

  test('is a running total under one key', () => {
    const key = { providerReversalId: 'order:6859020:refunded', providerPaymentId: 'order:6859020', cumulative: true };
    expect(firstEvent(refund({}))).toMatchObject({ ...key, amountMinor: 1500, totalMinor: 4900 });
    expect(firstEvent(normalize(readFixture('lemonsqueezy', 'order_refunded.full')))).toMatchObject({
      ...key,
      amountMinor: 4900,
    });
  });

  test('of nothing, where nothing had been paid, is ignored', () => {
    const content = refund({ refunded_amount: 0, total: 0 }).content;
    expect(content).toEqual({ kind: 'ignored', reason: 'nothing_was_paid_back' });
  });

  test.each([0, null, undefined, -1, 2 ** 53])('of %j, where something had been paid, is for a person', (amount) => {
    expect(refund({ refunded_amount: amount }).content).toEqual({
      kind: 'unreadable',
      reason: 'data.attributes.refunded_amount',
    });
  });
});

test('an object of another type under an event we use is for a person', () => {
  expect(order({ 'data.type': 'subscription-invoices' }).content).toEqual({ kind: 'unreadable', reason: 'data.type' });
});

test.each(['constructor', '__proto__', 'license_key_created', 'subscription_plan_changed'])(
  'an event that we do not use (%s) is ignored',
  (name) => {
    expect(order({ 'meta.event_name': name }).content).toEqual({ kind: 'ignored', reason: 'type_not_used' });
  },
);
