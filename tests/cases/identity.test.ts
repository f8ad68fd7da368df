import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { BillingContext } from '@/lib/billing/context';
import { createIntent, createTeam, send, testContext } from '../support/billing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { changeFixture } from '../support/fixtures';
import { stripePurchase } from '../support/purchases';
import { balanceOf, expectInvariants, rows } from '../support/state';

let database: TestDatabase;
let context: BillingContext;
beforeAll(async () => {
  database = await createTestDatabase();
  context = testContext(database.db);
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const stripe = async (body: Uint8Array) => (await send(context, { provider: 'stripe', body })).status;
const idOf = (body: Uint8Array): string => JSON.parse(new TextDecoder().decode(body)).id;
const kinds = async (body: Uint8Array) =>
  (await rows(database.db, sql`select kind from reconciliation_cases where event_id = ${idOf(body)}`)).map(
    ({ kind }) => kind,
  );

/** A team whose customer is known from a purchase. */
async function knownCustomer() {
  const teamId = await createTeam(database.db);
  const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
  const purchase = stripePurchase({ checkoutId });
  await stripe(purchase.paid());
  return { teamId, customerId: purchase.customerId };
}

const polarOrder = (changes: Record<string, unknown>) =>
  changeFixture('polar', 'order.paid.purchase', {
    'data.id': randomUUID(),
    'data.checkout_id': null,
    'data.metadata': {},
    ...changes,
  });
const polar = async (body: Uint8Array, eventId: string = randomUUID()) =>
  (await send(context, { provider: 'polar', body, eventId })).status;

describe('who a payment is for', () => {
  it('our checkout says so by its id in the metadata, or by the hosted page that it opened', async () => {
    const [one, two] = [await createTeam(database.db), await createTeam(database.db)];
    const named = stripePurchase({ checkoutId: await createIntent(database.db, { teamId: one, provider: 'stripe' }) });
    const hosted = stripePurchase({ checkoutId: null });
    await createIntent(database.db, { teamId: two, provider: 'stripe', providerCheckoutId: hosted.purchaseKey });
    expect([await stripe(named.paid()), await stripe(hosted.paid())]).toEqual(['applied', 'applied']);
    expect([await balanceOf(database.db, one), await balanceOf(database.db, two)]).toEqual([1000, 1000]);
  });

  it("a client reference alone gives a team nothing: anybody can type another company's id", async () => {
    const victim = await createTeam(database.db);
    const body = stripePurchase({ checkoutId: null }).paid({
      'data.object.client_reference_id': victim,
      'data.object.metadata': { team_id: victim },
    });
    expect(await stripe(body)).toBe('waiting');
    expect(await balanceOf(database.db, victim)).toBe(0);
  });

  it('a client reference against a known customer is a mismatch, and nobody is paid or bound anew', async () => {
    const known = await knownCustomer();
    const other = await createTeam(database.db);
    const claim = stripePurchase({ checkoutId: null }).paid({
      'data.object.customer': known.customerId,
      'data.object.client_reference_id': other,
    });
    expect(await stripe(claim)).toBe('parked');
    expect(await kinds(claim)).toEqual(['team_mismatch']);
    expect([await balanceOf(database.db, known.teamId), await balanceOf(database.db, other)]).toEqual([1000, 0]);
    expect(
      await rows(
        database.db,
        sql`select team_id from billing_customers where provider_customer_id = ${known.customerId}`,
      ),
    ).toEqual([{ team_id: known.teamId }]);
  });

  it('an intent of ours beats a known customer: one buyer can serve two teams', async () => {
    const known = await knownCustomer();
    const second = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId: second, provider: 'stripe' });
    expect(await stripe(stripePurchase({ checkoutId }).paid({ 'data.object.customer': known.customerId }))).toBe(
      'applied',
    );
    expect([await balanceOf(database.db, known.teamId), await balanceOf(database.db, second)]).toEqual([1000, 1000]);
  });

  it('a customer of two teams answers for neither', async () => {
    const known = await knownCustomer();
    const second = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId: second, provider: 'stripe' });
    await stripe(stripePurchase({ checkoutId }).paid({ 'data.object.customer': known.customerId }));
    expect(await stripe(stripePurchase({ checkoutId: null }).paid({ 'data.object.customer': known.customerId }))).toBe(
      'waiting',
    );
  });

  it('a later payment without metadata is found through its customer', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'polar' });
    const customerId = randomUUID();
    expect(
      await polar(polarOrder({ 'data.customer_id': customerId, 'data.metadata': { checkout_id: checkoutId } })),
    ).toBe('applied');
    expect(await polar(polarOrder({ 'data.customer_id': customerId }))).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(2000);
  });

  it("another provider's intent says nothing", async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'paddle' });
    expect(await stripe(stripePurchase({ checkoutId }).paid())).toBe('waiting');
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it.each([
    ['a word', 'abc'],
    ['nothing', ''],
    ['an unknown id', randomUUID()],
    ['five thousand characters', 'x'.repeat(5000)],
    ['a list', ['chk_1']],
    ['an object', { id: 'chk_1' }],
    ['a number', 7],
    ['NUL', 'chk\u0000_1'],
  ])('metadata that holds %s is answered calmly and pays nobody', async (_, value) => {
    const metadata = { team_id: value, checkout_id: value };
    const body = stripePurchase({ checkoutId: null }).paid({ 'data.object.metadata': metadata });
    expect(await stripe(body)).toBe('waiting');
  });
});
