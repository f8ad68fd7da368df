import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createIntent, createTeam, send, testContext } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { changeFixture } from '../../../support/fixtures';
import { type PurchaseStory, stripePurchase } from '../../../support/purchases';
import { balanceOf, count, expectInvariants, one, rows } from '../../../support/state';

const watched = [
  'billing_webhook_events',
  'credit_purchases',
  'payment_reversals',
  'credits',
  'credit_grants',
  'credit_ledger_entries',
];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`create table writes (n bigint generated always as identity, what text not null)`);
  await database.db.execute(sql`
    create function note_write() returns trigger language plpgsql as $$
    begin insert into writes (what) values (tg_op || ' ' || tg_table_name); return new; end $$`);
  for (const table of watched)
    await database.db.execute(
      sql.raw(
        `create trigger note before insert or update or delete on ${table} for each row execute function note_write()`,
      ),
    );
});
beforeEach(() => database.db.execute(sql`delete from writes`));
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const writes = async () => (await rows(database.db, sql`select what from writes order by n`)).map(({ what }) => what);
const deliver = async (body: Uint8Array) => (await send(testContext(database.db), { provider: 'stripe', body })).status;

async function newPurchase(): Promise<PurchaseStory & { teamId: string }> {
  const teamId = await createTeam(database.db);
  return { teamId, ...stripePurchase({ checkoutId: await createIntent(database.db, { teamId, provider: 'stripe' }) }) };
}

describe('the writes of a delivery', () => {
  it('are the receipt first, then the purchase, then the balance with its lot and line, and the settled receipt last', async () => {
    const purchase = await newPurchase();
    expect(await deliver(purchase.paid())).toBe('applied');
    const [receipt, fact, balance, ...rest] = await writes();
    expect([receipt, fact, balance]).toEqual([
      'INSERT billing_webhook_events',
      'INSERT credit_purchases',
      'INSERT credits',
    ]);
    // Lot and line come from the statement of the balance, in no order.
    expect(rest.slice(0, 2).sort()).toEqual(['INSERT credit_grants', 'INSERT credit_ledger_entries']);
    expect(rest.slice(2)).toEqual(['UPDATE billing_webhook_events']);
  });

  it('are the count of the delivery alone when the event is settled', async () => {
    const body = (await newPurchase()).paid();
    await deliver(body);
    await database.db.execute(sql`delete from writes`);
    expect(await deliver(body)).toBe('duplicate');
    // The receipt is tried first: Postgres runs the trigger and then finds the key taken.
    expect(await writes()).toEqual(['INSERT billing_webhook_events', 'UPDATE billing_webhook_events']);
  });

  it('touch no balance when the purchase was recorded under another event', async () => {
    const purchase = await newPurchase();
    await deliver(purchase.paid());
    await database.db.execute(sql`delete from writes`);
    expect(await deliver(purchase.paid())).toBe('duplicate');
    expect(await writes()).toEqual([
      'INSERT billing_webhook_events',
      'INSERT credit_purchases',
      'UPDATE billing_webhook_events',
    ]);
    const sums = sql`select count(*) from credit_purchases where provider_checkout_id = ${purchase.purchaseKey}`;
    expect(await count(database.db, sums)).toBe(1);
  });

  it('of a refund are the fact first, then the balance', async () => {
    const purchase = await newPurchase();
    await deliver(purchase.paid());
    await database.db.execute(sql`delete from writes`);
    expect(await deliver(purchase.refunded(`re_${purchase.teamId}`, 4900))).toBe('applied');
    const order = await writes();
    expect(order.indexOf('INSERT payment_reversals')).toBeLessThan(order.indexOf('UPDATE credits'));
    expect(order[0]).toBe('INSERT billing_webhook_events');
    expect(order.at(-1)).toBe('UPDATE billing_webhook_events');
  });
});

describe('a team that never had credits', () => {
  it('gets its balance with its first purchase, and the second adds to it', async () => {
    const purchase = await newPurchase();
    expect(await count(database.db, sql`select count(*) from credits where team_id = ${purchase.teamId}`)).toBe(0);
    await deliver(purchase.paid());
    expect(await balanceOf(database.db, purchase.teamId)).toBe(1000);
    const checkoutId = await createIntent(database.db, { teamId: purchase.teamId, provider: 'stripe' });
    await deliver(stripePurchase({ checkoutId }).paid());
    expect(await balanceOf(database.db, purchase.teamId)).toBe(2000);
    expect(await count(database.db, sql`select count(*) from credits where team_id = ${purchase.teamId}`)).toBe(1);
  });
});

describe('everything that a provider tells about one payment, told again', () => {
  it('is one customer, one purchase, one lot and one line', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'paddle' });
    const customer = `ctm_${teamId}`;
    const bodies = ['', '_again'].flatMap((again) => [
      changeFixture('paddle', 'customer.created', { event_id: `evt_c${again}_${teamId}`, 'data.id': customer }),
      changeFixture('paddle', 'transaction.paid.one_off', {
        event_id: `evt_p${again}_${teamId}`,
        'data.id': `txn_${teamId}`,
        'data.customer_id': customer,
        'data.custom_data': { checkout_id: checkoutId },
      }),
      changeFixture('paddle', 'transaction.completed.one_off', {
        event_id: `evt_t${again}_${teamId}`,
        'data.id': `txn_${teamId}`,
        'data.customer_id': customer,
        'data.custom_data': { checkout_id: checkoutId },
      }),
    ]);
    for (const body of [...bodies, ...bodies]) {
      const { httpStatus } = await send(testContext(database.db), { provider: 'paddle', body });
      expect(httpStatus).toBe(200);
    }
    const counted = await one(
      database.db,
      sql`select
        (select count(*)::int from billing_customers where provider_customer_id = ${customer}) as customers,
        (select count(*)::int from credit_purchases where team_id = ${teamId}) as purchases,
        (select count(*)::int from credit_grants where team_id = ${teamId}) as lots,
        (select count(*)::int from credit_ledger_entries where team_id = ${teamId}) as lines`,
    );
    expect(counted).toEqual({ customers: 1, purchases: 1, lots: 1, lines: 1 });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });
});
