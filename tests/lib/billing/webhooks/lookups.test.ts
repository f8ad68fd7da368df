import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { lookUp, lookUpEvent } from '@/lib/billing/webhooks/lookups';
import { type Api, type ApiProvider, settingsWith, startApiOf } from '@/tests/support/apis';
import { thingOf } from '@/tests/support/apis/world';
import { fixedClock } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { readFetched } from '@/tests/support/fixtures';
import { newLife, openCasesOf, periodsOf, subscriptionOf } from '@/tests/support/life';
import { balanceOf, count, expectInvariants, one } from '@/tests/support/state';

let database: TestDatabase;
const open: Api[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(async () => {
  await Promise.all(open.splice(0).map((api) => api.close()));
  await expectInvariants(database.db);
});

const minute = 60_000;

/** A life of its own whose provider can be asked, on a clock of its own. */
async function lifeWith(provider: ApiProvider, at: string, item?: string) {
  const api = await startApiOf(provider);
  open.push(api);
  const clock = fixedClock(at);
  const settings = settingsWith({ [provider]: api });
  const life = await newLife(database.db, provider, { clock, settings, ...(item ? { item } : {}) });
  const show: typeof life.tell = async (name, changes) => {
    api.show(life.body(name, changes));
    return 'shown';
  };
  const ask = () => lookUp(life.context, { isTimeLeft: () => true, limit: 100 });
  return { ...life, api, clock, show, ask };
}

const waiting = (teamOrKey: string) =>
  one(
    database.db,
    sql`select state, outcome, error_code, fetched, lease_attempt from billing_webhook_events
      where convert_from(raw_body, 'UTF8') like ${`%${teamOrKey}%`}
      order by lease_attempt desc, state in ('waiting', 'parked') desc limit 1`,
  );

describe('what a body lacks is asked for', () => {
  it('the lines of a checkout that is not for what our intent was', async () => {
    const life = await lifeWith('stripe', '2026-09-20T14:10:00Z', 'pack_1000');
    const name = 'checkout.session.completed.payment.several_items';
    const changes = {
      'data.object.metadata': { checkout_id: life.checkoutId },
      'data.object.client_reference_id': null,
    };
    expect(await life.tell(name, changes)).toBe('waiting');
    const session = thingOf(thingOf(thingOf(JSON.parse(text(life.body(name, changes)))).data).object);
    const { lineItems } = thingOf(readFetched('stripe', name));
    life.api.world.put('lines', { id: String(session.id), data: lineItems });
    expect(await life.ask()).toBe(1);
    expect(await balanceOf(database.db, life.teamId)).toBe(7000);
    expect(life.api.requests.filter((path) => path.includes('/line_items'))).toHaveLength(1);
  });

  it('the further pages of an invoice with more lines than its body has', async () => {
    const life = await lifeWith('stripe', '2026-10-01T11:05:00Z');
    await life.tell('invoice.paid.subscription_create');
    const name = 'invoice.paid.subscription_cycle.many_lines';
    expect(await life.tell(name)).toBe('waiting');
    const invoice = thingOf(thingOf(thingOf(JSON.parse(text(life.body(name)))).data).object);
    const { invoiceLines } = thingOf(readFetched('stripe', name));
    life.api.world.put('lines', { id: String(invoice.id), data: invoiceLines });
    expect(await life.ask()).toBe(1);
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
    // Twelve lines in pages of three.
    expect(life.api.requests.filter((path) => path.includes('/lines'))).toHaveLength(4);
  });

  it('how a subscription stands, when two events of one instant say two things', async () => {
    const life = await lifeWith('polar', '2026-09-20T14:10:00Z');
    await life.tell('subscription.updated.active', { 'data.cancel_at_period_end': false });
    const other = { 'data.cancel_at_period_end': true, 'data.ends_at': '2026-10-01T10:00:00.512345Z' };
    expect(await life.tell('subscription.updated.active', other)).toBe('waiting');
    await life.show('subscription.updated.active', other);
    expect(await life.ask()).toBe(1);
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ cancel_at_period_end: true });
    expect(await waiting(life.teamId)).toMatchObject({ state: 'applied' });
    expect(life.api.requests).toHaveLength(1);
  });

  it('and the provider decides against the later arrival where it says the other thing', async () => {
    const life = await lifeWith('paddle', '2026-10-20T14:10:00Z');
    await life.tell('subscription.updated.renewed');
    const other = { 'data.items.0.quantity': 5 };
    expect(await life.tell('subscription.updated.renewed', { ...other, event_id: `evt_other_${life.scope}` })).toBe(
      'waiting',
    );
    await life.show('subscription.updated.renewed');
    await life.ask();
    expect(await subscriptionOf(database.db, life.teamId)).toMatchObject({ quantity: 1 });
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });

  it('the period of a Lemon Squeezy invoice whose subscription was not told', async () => {
    const life = await lifeWith('lemonsqueezy', '2026-10-01T10:05:00Z');
    await life.tell('subscription_created');
    await life.tell('subscription_payment_success.initial');
    expect(await life.tell('subscription_payment_success.renewal')).toBe('waiting');
    await life.show('subscription_updated.renewed');
    expect(await life.ask()).toBe(1);
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
    ]);
  });

  it('the period of an earlier cycle is counted back from the one that runs', async () => {
    const life = await lifeWith('lemonsqueezy', '2026-10-05T10:05:00Z');
    await life.tell('subscription_created', { 'data.attributes.renews_at': null });
    await life.show('subscription_updated.renewed');
    await life.show('subscription_payment_success.renewal');
    expect(await life.tell('subscription_payment_success.initial')).toBe('waiting');
    await life.ask();
    expect(await periodsOf(database.db, life.teamId)).toEqual(['first 2026-09-01 2026-10-01']);
  });

  it('but not where its invoice came to another price than the plan has now', async () => {
    const life = await lifeWith('lemonsqueezy', '2026-10-05T10:05:00Z');
    await life.tell('subscription_created', { 'data.attributes.renews_at': null });
    await life.show('subscription_updated.renewed', { 'data.attributes.variant_id': 700002 });
    expect(await life.tell('subscription_payment_success.initial')).toBe('waiting');
    await life.ask();
    expect(await periodsOf(database.db, life.teamId)).toEqual([]);
    expect(await waiting(life.teamId)).toMatchObject({ state: 'waiting', error_code: 'needs_provider_lookup' });
  });
});

describe('a gap between two periods', () => {
  it('is asked about once the period between had fifteen minutes to come, and is filled', async () => {
    const life = await lifeWith('stripe', '2026-10-01T11:05:00Z');
    for (const name of ['invoice.paid.subscription_create', 'invoice.paid.subscription_cycle']) await life.show(name);
    await life.show('customer.subscription.updated.renewed');
    expect(await life.tell('invoice.paid.subscription_cycle')).toBe('waiting');
    expect(await life.ask()).toBe(0);
    life.clock.advance(16 * minute);
    expect(await life.ask()).toBe(1);
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
    ]);
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
  });

  it('for which the provider names no invoice is a resumption, and the audit says why', async () => {
    const life = await lifeWith('paddle', '2026-12-01T11:05:00Z');
    await life.tell('transaction.completed.subscription_create');
    const later = {
      'data.billing_period': { starts_at: '2026-12-01T10:00:00.449123Z', ends_at: '2027-01-01T10:00:00.449123Z' },
    };
    expect(await life.tell('transaction.completed.subscription_recurring', later)).toBe('waiting');
    await life.show('subscription.updated.renewed');
    await life.show('transaction.completed.subscription_create');
    await life.show('transaction.completed.subscription_recurring', later);
    life.clock.advance(16 * minute);
    await life.ask();
    expect(await periodsOf(database.db, life.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'resumption 2026-12-01 2027-01-01',
    ]);
    const said = await one(
      database.db,
      sql`select details from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id
        where s.team_id = ${life.teamId} and event_type = 'period_voided'`,
    );
    expect(said.details).toMatchObject({ reason: 'not_billed' });
  });
});

describe('a provider that cannot be asked', () => {
  it('without an API key leaves the event to its deadline, and then to a person', async () => {
    const clock = fixedClock('2026-10-01T10:05:00Z');
    const life = await newLife(database.db, 'lemonsqueezy', { clock });
    await life.tell('subscription_created');
    await life.tell('subscription_payment_success.initial');
    expect(await life.tell('subscription_payment_success.renewal')).toBe('waiting');
    for (let n = 0; n < 8; n += 1) {
      clock.advance(10 * minute);
      await drain(life.context, { budgetMs: 60_000 });
    }
    expect(await waiting(life.teamId)).toMatchObject({ state: 'parked', error_code: 'needs_provider_lookup' });
    expect(await count(database.db, casesOf('needs_provider_lookup', life.scope))).toBe(1);
  });

  it('now is asked again later, and what was parked meanwhile is applied and its case closed', async () => {
    const life = await lifeWith('lemonsqueezy', '2026-10-01T10:05:00Z');
    await life.tell('subscription_created');
    await life.tell('subscription_payment_success.initial');
    expect(await life.tell('subscription_payment_success.renewal')).toBe('waiting');
    // Nothing is shown, so the answer is 404 for over an hour.
    for (let n = 0; n < 8; n += 1) {
      life.clock.advance(10 * minute);
      await drain(life.context, { budgetMs: 60_000 });
    }
    expect(await waiting(life.teamId)).toMatchObject({ state: 'parked' });
    const asked = life.api.requests.filter((path) => path.endsWith(`1652${life.scope.padStart(5, '0')}001`));
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.length).toBeLessThanOrEqual(8);
    await life.show('subscription_updated.renewed');
    life.clock.advance(61 * minute);
    await drain(life.context, { budgetMs: 60_000 });
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
    expect(await count(database.db, casesOf('needs_provider_lookup', life.scope))).toBe(0);
  });
});

describe('two workers', () => {
  it('ask once', async () => {
    const { life, key } = await lacking();
    const answers = await Promise.all([lookUpEvent(life.context, key), lookUpEvent(life.context, key)]);
    expect(answers.filter((answer) => answer !== null)).toHaveLength(1);
    expect(life.api.requests).toHaveLength(1);
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(2);
  });

  it('never keep the answer of one whose lease the other has taken over', async () => {
    const { life, key } = await lacking();
    // While the first one is told to slow down its lease ends, and another one claims the event and gets nothing.
    const slow = { ...life.context, clock: fixedClock(life.clock.now()) };
    life.api.failOnce({ path: '/v1/subscriptions/', status: 429, headers: { 'retry-after': '5' } });
    const first = lookUpEvent(slow, key);
    await untilAsked(life.api);
    life.clock.advance(5 * minute);
    life.api.failOnce({ path: '/v1/subscriptions/', status: 404 });
    expect(await lookUpEvent(life.context, key)).toBe('failed');
    expect(await first).toBeNull();
    expect(life.api.requests).toHaveLength(3);
    expect(await waiting(life.teamId)).toMatchObject({ state: 'waiting', lease_attempt: 2, fetched: null });
  });

  it('keep no transaction open while a provider is asked', async () => {
    const { life, key } = await lacking();
    life.api.failOnce({ path: '/v1/subscriptions/', status: 429, headers: { 'retry-after': '1' } });
    const asking = lookUpEvent(life.context, key);
    await untilAsked(life.api);
    const openWhileAsked = await count(
      database.db,
      sql`select count(*) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        and xact_start is not null and backend_type = 'client backend'`,
    );
    await asking;
    expect(openWhileAsked).toBe(0);
  });
});

async function lacking() {
  const life = await lifeWith('lemonsqueezy', '2026-10-01T10:05:00Z');
  await life.tell('subscription_created');
  await life.tell('subscription_payment_success.initial');
  await life.tell('subscription_payment_success.renewal');
  await life.show('subscription_updated.renewed');
  const row = await one(
    database.db,
    sql`select event_id from billing_webhook_events where state = 'waiting' and convert_from(raw_body, 'UTF8') like ${`%${life.teamId}%`}`,
  );
  return { life, key: { provider: 'lemonsqueezy' as const, eventId: String(row.event_id) } };
}

async function untilAsked(api: Api): Promise<void> {
  while (api.requests.length === 0) await new Promise((resolve) => setImmediate(resolve));
}

function casesOf(kind: string, scope: string) {
  return sql`select count(*) from reconciliation_cases where kind = ${kind} and state = 'open'
    and subject like ${`%${scope.padStart(5, '0')}%`}`;
}

function text(body: Uint8Array): string {
  return new TextDecoder().decode(body);
}
