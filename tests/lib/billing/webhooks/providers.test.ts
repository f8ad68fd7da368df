import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ProviderName } from '@/lib/billing/events';
import { createIntent, createTeam, send, testContext } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { changeFixture, readFixture } from '../../../support/fixtures';
import { balanceOf, expectInvariants, one } from '../../../support/state';

const teamId = 'team_01JB3K8Q5W';
const checkoutId = 'chk_01JB3KQ9PACK';

/** One purchase and its refunds as a provider tells them, from its own payloads. */
interface Story {
  provider: ProviderName;
  paid: string;
  /** The same payment under another event id. */
  again: () => Uint8Array;
  partial: string[];
  full: string[];
  purchaseKey: string;
}

const stories: Story[] = [
  {
    provider: 'stripe',
    paid: 'checkout.session.completed.payment',
    again: () => changeFixture('stripe', 'checkout.session.completed.payment', { id: 'evt_another' }),
    partial: ['refund.created.partial', 'charge.refunded.partial', 'refund.updated'],
    full: ['charge.refunded.full', 'refund.created.full_remainder'],
    purchaseKey: 'cs_test_a1AcmeCreditPackCheckout000000000000000000000000000001',
  },
  {
    provider: 'lemonsqueezy',
    paid: 'order_created.purchase',
    again: () =>
      changeFixture('lemonsqueezy', 'order_created.purchase', {
        'data.attributes.urls.receipt': 'https://app.lemonsqueezy.com/other',
      }),
    partial: ['order_refunded.partial'],
    full: ['order_refunded.full'],
    purchaseKey: 'order:6859020',
  },
  {
    provider: 'polar',
    paid: 'order.paid.purchase',
    again: () => readFixture('polar', 'order.paid.purchase'),
    partial: ['refund.created.partial', 'order.refunded.partial'],
    full: ['order.refunded.full', 'refund.created.remainder'],
    purchaseKey: '0de40000-0000-4000-8000-000000000020',
  },
  {
    provider: 'paddle',
    paid: 'transaction.completed.one_off',
    again: () => changeFixture('paddle', 'transaction.completed.one_off', { event_id: 'evt_another' }),
    partial: ['adjustment.created.refund_partial.pending', 'adjustment.updated.refund_partial.approved'],
    full: ['adjustment.created.refund_remainder.pending', 'adjustment.updated.refund_remainder.approved'],
    purchaseKey: 'txn_01k4acme0020paddle00000000',
  },
];

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await expectInvariants(database.db);
  await database.drop();
});

describe.each(stories)('$provider', ({ provider, paid, again, partial, full, purchaseKey }) => {
  const deliver = (name: string, eventId?: string) =>
    send(testContext(database.db), { provider, body: readFixture(provider, name), ...(eventId ? { eventId } : {}) });
  const prepare = async () => {
    await createTeam(database.db, teamId);
    await createIntent(database.db, { id: checkoutId, teamId, provider });
  };
  const purchase = () =>
    one(database.db, sql`select * from credit_purchases where provider_checkout_id = ${purchaseKey}`);

  it("a redelivery of the exact same event id doesn't grant again", async () => {
    await prepare();
    const eventId = `msg_${randomUUID()}`;
    expect((await deliver(paid, eventId)).status).toBe('applied');
    expect((await deliver(paid, eventId)).status).toBe('duplicate');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it("the same checkout under two event ids doesn't grant twice", async () => {
    await prepare();
    expect((await deliver(paid)).status).toBe('applied');
    expect((await send(testContext(database.db), { provider, body: again() })).status).toBe('duplicate');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await purchase()).toMatchObject({
      team_id: teamId,
      checkout_id: checkoutId,
      credits: '1000',
      amount_minor: '4900',
      currency: 'USD',
      status: 'paid',
    });
  });

  it('a refund in part and then in full takes the credits in proportion, in any order', async () => {
    await prepare();
    await deliver(paid);
    for (const name of partial) await deliver(name);
    expect(await balanceOf(database.db, teamId)).toBe(694);
    expect(await purchase()).toMatchObject({
      status: 'partially_refunded',
      refunded_minor: '1500',
      refunded_credits: '306',
    });
    for (const name of full) await deliver(name);
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await purchase()).toMatchObject({ status: 'refunded', refunded_minor: '4900', refunded_credits: '1000' });
  });

  it('refunds that come before their purchase end in the same state', async () => {
    await prepare();
    for (const name of [...full, ...partial].reverse()) await deliver(name);
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect((await deliver(paid)).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await purchase()).toMatchObject({ status: 'refunded', refunded_credits: '1000' });
  });

  it('without an intent of ours nobody is paid, whatever the metadata says', async () => {
    await createTeam(database.db, teamId);
    expect((await deliver(paid)).status).toBe('waiting');
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });
});
