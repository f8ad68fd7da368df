import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BillingContext } from '@/lib/billing/context';
import { drain } from '@/lib/billing/drain';
import { type Api, type ApiProvider, settingsWith, startApiOf } from '../support/apis';
import { createTeam, fixedClock, send, testContext } from '../support/billing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { changeFixture } from '../support/fixtures';
import { newLife, openCasesOf, periodsOf } from '../support/life';
import { purchaseOf } from '../support/reconciled';
import { balanceOf, count, expectInvariants, one, rows } from '../support/state';

let database: TestDatabase;
let api: Api;
const clock = fixedClock('2026-10-01T12:00:00Z');
const open: Api[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(async () => {
  clock.set('2026-10-01T12:00:00Z');
  api = await apiOf('stripe');
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
  await database.db.execute(sql`delete from reconciliation_watermarks`);
  await database.db.execute(sql`delete from reconciliation_runs`);
  await expectInvariants(database.db);
});
afterAll(() => database.drop());

async function apiOf(provider: ApiProvider): Promise<Api> {
  const started = await startApiOf(provider);
  open.push(started);
  return started;
}

const minute = 60_000;
const day = 1440 * minute;

const house = (changes: Partial<BillingContext> = {}) =>
  testContext(database.db, { clock, settings: settingsWith({ stripe: api }), ...changes });
const work = (context: BillingContext) => drain(context, { budgetMs: 600_000 });
const stripe = async (context: BillingContext, body: Uint8Array) =>
  (await send(context, { provider: 'stripe', body })).status;
const idOf = (body: Uint8Array): string => JSON.parse(new TextDecoder().decode(body)).id;

describe('an event whose handling failed', () => {
  it('once is applied by the worker, without another delivery', async () => {
    const teamId = await createTeam(database.db);
    const body = await purchaseOf(database.db, teamId);
    const failing = house({ onStep: (step) => (step === 'worked' ? Promise.reject(new Error('boom')) : undefined) });
    expect(await stripe(failing, body)).toBe('retrying');
    expect(await balanceOf(database.db, teamId)).toBe(0);
    clock.advance(minute);
    await work(house());
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await stripe(house(), body)).toBe('duplicate');
  });

  it('for good is listed with its attempts, and is a case once the retries end', async () => {
    const teamId = await createTeam(database.db);
    const body = await purchaseOf(database.db, teamId);
    const deaf = settingsWith({});
    const failing = house({
      settings: deaf,
      onStep: (step) => (step === 'worked' ? Promise.reject(new Error('boom')) : undefined),
    });
    await stripe(failing, body);
    for (let n = 0; n < 30; n += 1) {
      clock.advance(60 * minute);
      await work(failing);
    }
    const row = await one(
      database.db,
      sql`select state, attempts from billing_webhook_events where event_id = ${idOf(body)}`,
    );
    expect(row).toMatchObject({ state: 'parked' });
    expect(Number(row.attempts)).toBeGreaterThan(10);
    const cases = await rows(
      database.db,
      sql`select kind from reconciliation_cases where event_id = ${idOf(body)} and state = 'open'`,
    );
    expect(cases).toEqual([{ kind: 'retries_exhausted' }]);
  });

  it('and was answered before the process died is there to be done by whoever comes next', async () => {
    const teamId = await createTeam(database.db);
    const body = await purchaseOf(database.db, teamId);
    const dying = house({ onStep: (step) => (step === 'worked' ? Promise.reject(new Error('gone')) : undefined) });
    await stripe(dying, body);
    clock.advance(10 * minute);
    await Promise.all([work(house()), work(house())]);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });
});

describe('an event that never came', () => {
  it('of a purchase is found within a day, and the late one is a duplicate', async () => {
    const teamId = await createTeam(database.db);
    const body = await purchaseOf(database.db, teamId);
    api.show(body);
    await work(house());
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await stripe(house(), body)).toBe('duplicate');
  });

  it('of a purchase with a full discount grants all the same', async () => {
    const teamId = await createTeam(database.db);
    const free = {
      'data.object.payment_status': 'no_payment_required',
      'data.object.payment_intent': null,
      'data.object.amount_total': 0,
      'data.object.total_details.amount_discount': 4900,
    };
    const paid = JSON.parse(new TextDecoder().decode(await purchaseOf(database.db, teamId)));
    const { id, metadata } = paid.data.object;
    const own = {
      'data.object.id': id,
      'data.object.metadata': metadata,
      'data.object.customer': null,
      'data.object.client_reference_id': null,
    };
    api.show(changeFixture('stripe', 'checkout.session.completed.payment', { ...own, ...free }));
    await work(house());
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('though Lemon Squeezy tried four times in two and a half minutes, is found and granted once for each month', async () => {
    const lemonsqueezy = await apiOf('lemonsqueezy');
    const settings = settingsWith({ lemonsqueezy });
    const life = await newLife(database.db, 'lemonsqueezy', { clock, settings });
    await life.tell('subscription_created');
    for (const name of [
      'subscription_payment_success.initial',
      'subscription_payment_success.renewal',
      'subscription_updated.renewed',
    ])
      lemonsqueezy.show(life.body(name));
    await work(life.context);
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
    ]);
    expect(await life.tell('subscription_payment_success.initial')).toBe('duplicate');
    expect(await life.tell('subscription_payment_success.renewal')).toBe('duplicate');
  });

  it('of a Lemon Squeezy order whose buyer nobody knows waits for a person, and the late webhook settles it', async () => {
    const lemonsqueezy = await apiOf('lemonsqueezy');
    const settings = settingsWith({ lemonsqueezy });
    const life = await newLife(database.db, 'lemonsqueezy', { clock, settings, item: 'pack_1000' });
    const order = { 'meta.custom_data': { checkout_id: life.checkoutId } };
    lemonsqueezy.show(life.body('order_created.purchase', order));
    await work(life.context);
    clock.advance(15 * minute);
    await work(life.context);
    const unknown = sql`select count(*) from reconciliation_cases where state = 'open' and kind = 'unknown_team'`;
    expect(await count(database.db, unknown)).toBe(1);
    expect(await balanceOf(database.db, life.teamId)).toBe(0);
    expect(await life.tell('order_created.purchase', order)).toBe('applied');
    await work(life.context);
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await count(database.db, unknown)).toBe(0);
  });

  it('of a dispute at Polar, which tells none, takes the credits back and is a case until it is won', async () => {
    const polar = await apiOf('polar');
    const life = await newLife(database.db, 'polar', { clock, settings: settingsWith({ polar }), item: 'pack_1000' });
    const own = { 'data.metadata': { checkout_id: life.checkoutId } };
    await life.tell('order.paid.purchase', own);
    polar.show(life.body('order.paid.purchase', own));
    const [order] = polar.world.all('order');
    const dispute = JSON.parse(new TextDecoder().decode(changeFixture('polar', 'api-only.dispute.get', {})));
    polar.world.put('dispute', { ...dispute, created_at: '2026-10-01T06:00:00Z', order_id: order?.id });
    await work(life.context);
    expect(await balanceOf(database.db, life.teamId)).toBe(0);
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['dispute_opened']);
    polar.world.put('dispute', { id: dispute.id, status: 'won', modified_at: '2026-10-02T06:00:00Z' });
    clock.advance(day + minute);
    await work(life.context);
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });
});
