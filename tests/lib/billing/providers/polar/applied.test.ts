import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createIntent, createTeam, send, testContext, testSecrets, testSettings } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { changeFixture } from '@/tests/support/fixtures';
import { balanceOf, expectInvariants } from '@/tests/support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

/** An order of a new team for the pack of 1,000 credits, told by the payloads of that name. */
async function newOrder() {
  const teamId = await createTeam(database.db);
  const checkoutId = await createIntent(database.db, { teamId, provider: 'polar' });
  const orderId = randomUUID();
  const context = testContext(database.db);
  const deliver = async (name: string, changes: Record<string, unknown>) => {
    const body = changeFixture('polar', name, changes);
    return (await send(context, { provider: 'polar', body })).status;
  };
  return {
    order: (name: string, changes = {}) =>
      deliver(name, {
        'data.id': orderId,
        'data.checkout_id': null,
        'data.customer_id': randomUUID(),
        'data.metadata': { checkout_id: checkoutId },
        ...changes,
      }),
    refund: (name: string, changes = {}) => deliver(name, { 'data.order_id': orderId, ...changes }),
    balance: () => balanceOf(database.db, teamId),
  };
}

const refundId = () => ({ 'data.id': randomUUID() });

describe('a Polar order', () => {
  test('is paid once, however many of its events tell it', async () => {
    const { order, balance } = await newOrder();
    expect(await order('order.created.purchase')).toBe('ignored');
    expect(await order('order.paid.purchase')).toBe('applied');
    expect(await order('order.paid.purchase')).toBe('duplicate');
    expect(await balance()).toBe(1000);
  });

  test.each([
    ['order.paid.purchase.tax_exclusive', 1000],
    ['order.paid.purchase.tax_inclusive', 1000],
    ['order.paid.purchase.full_discount', 1000],
    ['order.paid.purchase.jpy', 1000],
    ['order.paid.purchase.kwd', 1000],
    ['order.paid.purchase.units', 3000],
    ['order.paid.purchase.seats', 5000],
    ['order.paid.purchase.over_int32', 1_000_000_000],
    ['order.paid.purchase.customer_balance', 1000],
  ])('%s gives %i credits', async (name, credits) => {
    const { order, balance } = await newOrder();
    expect(await order(name)).toBe('applied');
    expect(await balance()).toBe(credits);
  });

  test.each(['order.paid.purchase.custom_price', 'order.paid.unknown_billing_reason'])(
    '%s is parked and gives nothing',
    async (name) => {
      const { order, balance } = await newOrder();
      expect(await order(name)).toBe('parked');
      expect(await balance()).toBe(0);
    },
  );

  test('of another organization is parked', async () => {
    const settings = testSettings({
      providers: { polar: { webhookSecrets: [testSecrets.polar], apiKey: null, account: 'ours' } },
    });
    const body = changeFixture('polar', 'order.paid.purchase', {});
    const answer = await send(testContext(database.db, { settings }), { provider: 'polar', body });
    expect(answer.status).toBe('parked');
  });
});

describe('half of a taxed Polar order that goes back', () => {
  test.each([
    ['the refund first', ['refund', 'order'] as const],
    ['the running total first', ['order', 'refund'] as const],
  ])('takes half of the credits, %s', async (_, told) => {
    const { order, refund, balance } = await newOrder();
    await order('order.paid.purchase.tax_exclusive');
    for (const by of told) {
      if (by === 'refund') await refund('refund.created.taxed_half', refundId());
      else await order('order.refunded.taxed_half');
    }
    expect(await balance()).toBe(500);
  });

  test('and then the rest, by refunds alone or by totals alone, takes all', async () => {
    const byRefunds = await newOrder();
    await byRefunds.order('order.paid.purchase.tax_exclusive');
    await byRefunds.refund('refund.created.taxed_half', refundId());
    await byRefunds.refund('refund.created.taxed_remainder', refundId());
    expect(await byRefunds.balance()).toBe(0);

    const byTotals = await newOrder();
    await byTotals.order('order.paid.purchase.tax_exclusive');
    await byTotals.order('order.refunded.taxed_half');
    await byTotals.order('order.refunded.taxed_full');
    expect(await byTotals.balance()).toBe(0);
  });

  test('before the order was paid waits for it', async () => {
    const { order, refund, balance } = await newOrder();
    expect(await refund('refund.created.taxed_half', refundId())).toBe('waiting');
    expect(await order('order.refunded.taxed_half')).toBe('waiting');
    expect(await order('order.paid.purchase.tax_exclusive')).toBe('applied');
    expect(await balance()).toBe(500);
  });

  test('and failed afterwards comes back', async () => {
    const { order, refund, balance } = await newOrder();
    const id = refundId();
    await order('order.paid.purchase');
    await refund('refund.created.partial', id);
    await order('order.refunded.partial');
    expect(await balance()).toBe(694);
    await refund('refund.updated.failed', id);
    expect(await balance()).toBe(1000);
  });
});

test('all that money paid of a Polar order goes back: the balance that paid the rest keeps no credits', async () => {
  const { order, balance } = await newOrder();
  await order('order.paid.purchase.customer_balance');
  await order('order.refunded.customer_balance');
  expect(await balance()).toBe(0);
});

test('a Polar refund that prevented a dispute takes the credits', async () => {
  const { order, refund, balance } = await newOrder();
  await order('order.paid.purchase');
  await refund('refund.created.dispute_prevention', refundId());
  expect(await balance()).toBe(0);
});
