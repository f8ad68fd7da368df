import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { creditPurchases } from '@/db/schema';
import { createCatalog } from '@/lib/billing/catalog';
import type { BillingContext } from '@/lib/billing/context';
import { drain } from '@/lib/billing/drain';
import { receiveWebhook } from '@/lib/billing/webhooks/receive';
import { fixedClock } from '@/lib/clock';
import {
  createIntent,
  createTeam,
  send,
  testContext,
  testPriceIds,
  testSecrets,
  testSettings,
  usualLockWait,
} from '../../../support/billing';
import { testItems } from '../../../support/catalog';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { changeFixture, readFixture } from '../../../support/fixtures';
import { stripePurchase } from '../../../support/purchases';
import { signDelivery } from '../../../support/sign';
import { balanceOf, count, expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

async function newPurchase() {
  const teamId = await createTeam(database.db);
  const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
  return { teamId, checkoutId, purchase: stripePurchase({ checkoutId }) };
}

const stripe = (context: BillingContext, body: Uint8Array) => send(context, { provider: 'stripe', body });
const idOf = (body: Uint8Array): string => JSON.parse(new TextDecoder().decode(body)).id;
const event = (body: Uint8Array) =>
  one(database.db, sql`select * from billing_webhook_events where provider = 'stripe' and event_id = ${idOf(body)}`);
const casesOf = (eventId: string) =>
  rows(
    database.db,
    sql`select kind, state, local, remote from reconciliation_cases where event_id = ${eventId} order by kind`,
  );
const bytes = (text: string) => new TextEncoder().encode(text);

describe('refused before anything is stored', () => {
  it('a provider that nobody knows, or that has no secret, is not there', async () => {
    const context = testContext(database.db, { settings: testSettings({ providers: {} }) });
    const { purchase } = await newPurchase();
    expect(await stripe(context, purchase.paid())).toEqual({ httpStatus: 404, status: 'unknown_provider' });
    expect((await receiveWebhook(context, 'constructor', { rawBody: bytes('{}'), headers: {} })).httpStatus).toBe(404);
  });

  it('a delivery without a good signature changes nothing', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    const before = await count(database.db, sql`select count(*) from billing_webhook_events`);
    const headers = signDelivery({ provider: 'stripe', body, secret: testSecrets.stripe, at: new Date() });
    const tampered = bytes(new TextDecoder().decode(body).replace('4900', '4901'));
    expect((await receiveWebhook(context, 'stripe', { rawBody: body, headers: {} })).httpStatus).toBe(400);
    expect((await receiveWebhook(context, 'stripe', { rawBody: tampered, headers })).httpStatus).toBe(400);
    expect((await send(context, { provider: 'stripe', body, secret: 'whsec_another' })).httpStatus).toBe(400);
    expect(await count(database.db, sql`select count(*) from billing_webhook_events`)).toBe(before);
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it.each([-301, 301])('a time signed %i seconds away is refused, a second nearer is not', async (seconds) => {
    const clock = fixedClock('2026-09-20T14:10:00Z');
    const context = testContext(database.db, { clock });
    const { purchase } = await newPurchase();
    const at = (offset: number) => new Date(clock.now().getTime() + offset * 1000);
    const body = purchase.paid();
    expect((await send(context, { provider: 'stripe', body, at: at(seconds) })).httpStatus).toBe(400);
    expect((await send(context, { provider: 'stripe', body, at: at(seconds - Math.sign(seconds)) })).status).toBe(
      'applied',
    );
  });

  it('during a rotation the old and the new secret are both good', async () => {
    const settings = testSettings({
      providers: { stripe: { webhookSecrets: ['whsec_new', testSecrets.stripe], apiKey: null, account: null } },
    });
    const context = testContext(database.db, { settings });
    const [first, second] = [await newPurchase(), await newPurchase()];
    expect((await stripe(context, first.purchase.paid())).status).toBe('applied');
    expect(
      (await send(context, { provider: 'stripe', body: second.purchase.paid(), secret: 'whsec_new' })).status,
    ).toBe('applied');
  });
});

describe('kept, but not applied', () => {
  it.each([
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])],
    ['text that is not JSON', bytes('not json')],
    ['JSON without an event id', bytes('{"object":"event","type":"checkout.session.completed"}')],
  ])('%s are parked under the hash of their bytes', async (_, body) => {
    const context = testContext(database.db);
    const eventId = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    expect(await stripe(context, body)).toEqual({ httpStatus: 200, status: 'parked' });
    expect(await stripe(context, body)).toEqual({ httpStatus: 200, status: 'parked' });
    const row = await one(database.db, sql`select * from billing_webhook_events where event_id = ${eventId}`);
    expect(row).toMatchObject({
      state: 'parked',
      event_id_source: 'derived',
      delivery_count: 2,
      error_code: 'unreadable_payload',
      retry_safe: true,
    });
    expect(await casesOf(eventId)).toMatchObject([{ kind: 'unreadable_payload', state: 'open' }]);
  });

  it('a type that we do not use is ignored and its body can be read again', async () => {
    const context = testContext(database.db);
    const body = readFixture('stripe', 'unknown.event_type');
    expect(await stripe(context, body)).toEqual({ httpStatus: 200, status: 'ignored' });
    const row = await event(body);
    expect(row.state).toBe('ignored');
    expect(
      Buffer.from(String(row.raw_body).slice(2), 'hex').equals(Buffer.from(body)) ||
        Buffer.from(row.raw_body as Buffer).equals(Buffer.from(body)),
    ).toBe(true);
  });

  it('an event of the other environment is parked and moves nothing', async () => {
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid({ livemode: true, 'data.object.livemode': true });
    expect(await stripe(testContext(database.db), body)).toEqual({ httpStatus: 200, status: 'parked' });
    expect(await casesOf(idOf(body))).toMatchObject([
      { kind: 'environment_mismatch', remote: { environment: 'live' } },
    ]);
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it("another seller's event is parked and moves nothing", async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'lemonsqueezy' });
    const settings = testSettings();
    const ours = {
      ...settings,
      providers: { lemonsqueezy: { webhookSecrets: [testSecrets.lemonsqueezy], apiKey: null, account: '1' } },
    };
    const body = changeFixture('lemonsqueezy', 'order_created.purchase', {
      'meta.custom_data': { checkout_id: checkoutId },
    });
    expect(await send(testContext(database.db, { settings: ours }), { provider: 'lemonsqueezy', body })).toMatchObject({
      status: 'parked',
    });
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });
});

describe('seen before', () => {
  it('a settled event is a duplicate: counted, not worked on, and no balance is written', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    await stripe(context, body);
    const before = await one(database.db, sql`select xmin from credits where team_id = ${teamId}`);
    for (let n = 0; n < 49; n += 1) expect((await stripe(context, body)).status).toBe('duplicate');
    expect(await event(body)).toMatchObject({ state: 'applied', outcome: 'applied', attempts: 1, delivery_count: 50 });
    expect(await one(database.db, sql`select xmin from credits where team_id = ${teamId}`)).toEqual(before);
  });

  it('one event sent to two destinations is one event with two deliveries', async () => {
    const context = testContext(database.db);
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'paddle' });
    const paid = (notification: string) =>
      changeFixture('paddle', 'transaction.completed.one_off', {
        event_id: `evt_${checkoutId}`,
        notification_id: notification,
        'data.id': `txn_${checkoutId}`,
        'data.customer_id': `ctm_${checkoutId}`,
        'data.custom_data': { checkout_id: checkoutId },
      });
    expect((await send(context, { provider: 'paddle', body: paid('ntf_1') })).status).toBe('applied');
    expect((await send(context, { provider: 'paddle', body: paid('ntf_2') })).status).toBe('duplicate');
    const [row] = await rows(
      database.db,
      sql`select delivery_count from billing_webhook_events where event_id = ${`evt_${checkoutId}`}`,
    );
    expect(row).toEqual({ delivery_count: 2 });
    expect(
      await count(database.db, sql`select count(*) from reconciliation_cases where event_id = ${`evt_${checkoutId}`}`),
    ).toBe(0);
    expect(await count(database.db, sql`select count(*) from billing_customers where team_id = ${teamId}`)).toBe(1);
  });

  it('the same event id that tells something else opens a case and changes nothing', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    const id = `evt_conflict_${teamId}`;
    await stripe(context, purchase.paid({ id }));
    const other = purchase.paid({ id, 'data.object.amount_total': 100, 'data.object.amount_subtotal': 100 });
    expect(await stripe(context, other)).toEqual({ httpStatus: 200, status: 'duplicate' });
    expect(await casesOf(id)).toMatchObject([{ kind: 'event_payload_conflict', state: 'open' }]);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('a known purchase under a new event id with another amount is a conflict, not a silent return', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    await stripe(context, purchase.paid());
    const other = purchase.paid({ 'data.object.amount_total': 4800, 'data.object.total_details.amount_discount': 100 });
    expect((await stripe(context, other)).status).toBe('parked');
    expect(await casesOf(idOf(other))).toMatchObject([
      { kind: 'purchase_payload_conflict', local: { amountMinor: 4900 }, remote: { amountMinor: 4800 } },
    ]);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });
});

describe('a failure of ours', () => {
  const failing = (database_: BillingContext['database'], error: () => Error) =>
    testContext(database_, {
      onStep: (step) => {
        if (step === 'worked') throw error();
      },
    });

  it('leaves a receipt and no effect, and the next delivery is the retry', async () => {
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    expect(
      await stripe(
        failing(database.db, () => new Error('boom')),
        body,
      ),
    ).toEqual({ httpStatus: 200, status: 'retrying' });
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(await count(database.db, sql`select count(*) from credit_purchases where team_id = ${teamId}`)).toBe(0);
    expect(await event(body)).toMatchObject({
      state: 'retrying',
      error_category: 'bug',
      settled_at: null,
      attempts: 1,
    });
    expect((await stripe(testContext(database.db), body)).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await event(body)).toMatchObject({ state: 'applied', error_code: null, attempts: 2, delivery_count: 2 });
  });

  it('is retried without another delivery', async () => {
    const clock = fixedClock(new Date());
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    const context = { ...failing(database.db, () => new Error('boom')), clock };
    await stripe(context, body);
    clock.advance(60_000);
    await drain(testContext(database.db, { clock }), { budgetMs: 60_000 });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('is answered 503 where the provider is to drive the retries', async () => {
    const { purchase } = await newPurchase();
    const body = purchase.paid();
    const settings = testSettings({ webhookAck: 'applied' });
    expect(await stripe({ ...failing(database.db, () => new Error('boom')), settings }, body)).toEqual({
      httpStatus: 503,
      status: 'retrying',
    });
    expect(await stripe(testContext(database.db, { settings }), body)).toEqual({ httpStatus: 200, status: 'applied' });
  });

  it('that lasts a day ends with a person', async () => {
    const clock = fixedClock(new Date());
    const { purchase } = await newPurchase();
    const body = purchase.paid();
    const context = { ...failing(database.db, () => new Error('boom')), clock };
    await stripe(context, body);
    for (let hours = 0; hours < 26; hours += 1) {
      clock.advance(3_600_000);
      await drain(context, { budgetMs: 60_000 });
    }
    expect(await event(body)).toMatchObject({ state: 'parked', next_attempt_at: null });
    expect(await casesOf(idOf(body))).toMatchObject([{ kind: 'retries_exhausted', state: 'open' }]);
  });

  it('in a constraint is tried once more and then parked', async () => {
    const { purchase } = await newPurchase();
    const body = purchase.paid();
    const violation = () =>
      Object.assign(new Error('x'), { code: '23514', constraint_name: 'credit_purchases_amounts' });
    expect((await stripe(failing(database.db, violation), body)).status).toBe('retrying');
    expect((await stripe(failing(database.db, violation), body)).status).toBe('parked');
    expect(await casesOf(idOf(body))).toMatchObject([{ kind: 'constraint_violated' }]);
  });

  it('in a value that Postgres refuses is parked at once', async () => {
    const { purchase } = await newPurchase();
    const body = purchase.paid();
    const refused = () => Object.assign(new Error('x'), { code: '22003' });
    expect((await stripe(failing(database.db, refused), body)).status).toBe('parked');
  });

  it.each(['40001', '40P01'])('%s runs the whole transaction again and the sender never hears of it', async (code) => {
    const { teamId, purchase } = await newPurchase();
    let failures = 0;
    const context = testContext(database.db, {
      onStep: (step) => {
        if (step === 'worked' && failures < 2) {
          failures += 1;
          throw Object.assign(new Error('timing'), { code });
        }
      },
    });
    expect((await stripe(context, purchase.paid())).status).toBe('applied');
    expect(failures).toBe(2);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('a database that cannot be reached is answered 503, never 200', async () => {
    const nowhere = openConnection('postgres://postgres@127.0.0.1:9/nothing');
    const { purchase } = await newPurchase();
    expect(await stripe(testContext(nowhere), purchase.paid())).toEqual({ httpStatus: 503, status: 'not_stored' });
    await nowhere.$client.end({ timeout: 1 });
  });

  it('a row that somebody else holds is answered retrying once its receipt is committed', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    await stripe(
      failing(database.db, () => new Error('boom')),
      body,
    );
    const other = openConnection(database.url, { max: 1 });
    await other.transaction(async (tx) => {
      await tx.execute(sql`select 1 from billing_webhook_events where event_id = ${idOf(body)} for update`);
      expect(await stripe({ ...context, waits: usualLockWait }, body)).toEqual({ httpStatus: 200, status: 'retrying' });
    });
    expect((await stripe(context, body)).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });
});

describe('waiting and waking', () => {
  it('money for nobody known waits, is parked after ten minutes, and is paid once its team is known', async () => {
    const clock = fixedClock('2026-09-20T14:05:00Z');
    const context = testContext(database.db, { clock });
    const teamId = await createTeam(database.db);
    const purchase = stripePurchase({ checkoutId: `chk_late_${teamId}`, teamId });
    const body = purchase.paid();
    expect((await stripe(context, body)).status).toBe('waiting');
    expect(await event(body)).toMatchObject({
      state: 'waiting',
      error_category: 'missing',
      error_code: 'unknown_team',
    });
    expect((await event(body)).waiting_for).toContain(`checkout:chk_late_${teamId}`);
    clock.advance(10 * 60_000);
    await drain(context, { budgetMs: 60_000 });
    expect(await event(body)).toMatchObject({ state: 'parked' });
    expect(await casesOf(idOf(body))).toMatchObject([{ kind: 'unknown_team', state: 'open' }]);
    await createIntent(database.db, { id: `chk_late_${teamId}`, teamId, provider: 'stripe' });
    expect((await stripe(context, body)).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await casesOf(idOf(body))).toMatchObject([{ kind: 'unknown_team', state: 'closed' }]);
  });

  it("a customer's first known purchase wakes what waited for the customer", async () => {
    const context = testContext(database.db);
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'polar' });
    const order = (id: string, changes: Record<string, unknown>) =>
      changeFixture('polar', 'order.paid.purchase', {
        'data.id': id,
        'data.customer_id': `cus_${teamId}`,
        'data.checkout_id': null,
        ...changes,
      });
    const orphan = order(`order_a_${teamId}`, { 'data.metadata': {} });
    expect((await send(context, { provider: 'polar', body: orphan })).status).toBe('waiting');
    const known = order(`order_b_${teamId}`, { 'data.metadata': { checkout_id: checkoutId } });
    expect((await send(context, { provider: 'polar', body: known })).status).toBe('applied');
    expect(await balanceOf(database.db, teamId)).toBe(2000);
  });

  it('a refund waits four days for its payment before a person looks', async () => {
    const clock = fixedClock('2026-09-22T10:00:00Z');
    const context = testContext(database.db, { clock });
    const { purchase } = await newPurchase();
    const body = purchase.refunded('re_never', 4900);
    expect((await stripe(context, body)).status).toBe('waiting');
    clock.advance(96 * 3_600_000 - 1000);
    await drain(context, { budgetMs: 60_000 });
    expect(await event(body)).toMatchObject({ state: 'waiting' });
    clock.advance(1000);
    await drain(context, { budgetMs: 60_000 });
    expect(await event(body)).toMatchObject({ state: 'parked', error_code: 'unknown_payment' });
  });

  it('what cannot be told from the body waits for the provider to be asked', async () => {
    const context = testContext(database.db);
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid({ 'data.object.amount_subtotal': 9800, 'data.object.amount_total': 9800 });
    expect((await stripe(context, body)).status).toBe('waiting');
    expect(await event(body)).toMatchObject({ error_code: 'needs_provider_lookup' });
    const lineItems = [
      { id: 'li_1', quantity: 2, price: { id: 'price_1SCredits1000000000001', custom_unit_amount: null } },
    ];
    await database.db.execute(
      sql`update billing_webhook_events set fetched = ${JSON.stringify({ lineItems })}::jsonb, next_attempt_at = now() - interval '1 second' where event_id = ${idOf(body)}`,
    );
    await drain(context, { budgetMs: 60_000 });
    expect(await event(body)).toMatchObject({ state: 'applied' });
    expect(await balanceOf(database.db, teamId)).toBe(2000);
  });

  it('a price that the catalog does not know is parked, and a replay after mapping it grants once', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'paddle' });
    const body = changeFixture('paddle', 'transaction.completed.one_off', {
      event_id: `evt_${checkoutId}`,
      'data.id': `txn_${checkoutId}`,
      'data.customer_id': `ctm_${checkoutId}`,
      'data.custom_data': { checkout_id: checkoutId },
    });
    const blind = testSettings({ catalog: createCatalog(testItems, {}) });
    expect((await send(testContext(database.db, { settings: blind }), { provider: 'paddle', body })).status).toBe(
      'parked',
    );
    expect(await casesOf(`evt_${checkoutId}`)).toMatchObject([
      { kind: 'unknown_price', state: 'open', remote: { amountMinor: 4900 } },
    ]);
    const mapped = testSettings({ catalog: createCatalog(testItems, testPriceIds) });
    expect((await send(testContext(database.db, { settings: mapped }), { provider: 'paddle', body })).status).toBe(
      'applied',
    );
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await casesOf(`evt_${checkoutId}`)).toMatchObject([{ kind: 'unknown_price', state: 'closed' }]);
  });
});

describe('the receipt', () => {
  it('keeps what is needed to explain and to apply again', async () => {
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    await stripe(testContext(database.db), body);
    expect(await event(body)).toMatchObject({
      provider: 'stripe',
      environment: 'test',
      type: 'checkout.session.completed',
      subject_key: `purchase:${purchase.purchaseKey}`,
      event_id_source: 'provider',
      team_id: teamId,
      body_sha256: createHash('sha256').update(body).digest('hex'),
      state: 'applied',
    });
    const lag = await one(
      database.db,
      sql`select received_at > occurred_at as later from billing_webhook_events where event_id = ${idOf(body)}`,
    );
    expect(lag.later).toBe(true);
    const [stored] = await database.db.select().from(creditPurchases).where(sql`team_id = ${teamId}`);
    expect(stored?.providerEventId).toBe(idOf(body));
  });

  it('of Lemon Squeezy says that its id is derived', async () => {
    const teamId = await createTeam(database.db);
    const checkoutId = await createIntent(database.db, { teamId, provider: 'lemonsqueezy' });
    const body = changeFixture('lemonsqueezy', 'order_created.purchase', {
      'data.id': checkoutId,
      'meta.custom_data': { checkout_id: checkoutId },
    });
    await send(testContext(database.db), { provider: 'lemonsqueezy', body });
    const eventId = `sha256:${createHash('sha256').update(body).digest('hex')}`;
    expect(
      await one(
        database.db,
        sql`select event_id_source, state from billing_webhook_events where event_id = ${eventId}`,
      ),
    ).toEqual({
      event_id_source: 'derived',
      state: 'applied',
    });
  });

  it('no line of the log holds a body or a secret', async () => {
    const context = testContext(database.db);
    const { purchase } = await newPurchase();
    await stripe(context, purchase.paid());
    await send(context, { provider: 'stripe', body: purchase.paid(), secret: 'whsec_wrong' });
    const text = context.lines.join('\n');
    expect(context.lines.length).toBeGreaterThanOrEqual(2);
    expect(text).not.toContain('billing@example.com');
    expect(text).not.toContain(testSecrets.stripe);
  });
});
