import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { billingCustomers } from '@/db/schema';
import type { BillingContext } from '@/lib/billing/context';
import { grantLot } from '@/lib/billing/credits/ledger';
import { getCredits } from '@/lib/billing/credits/queries';
import { spend } from '@/lib/billing/credits/spend';
import { customerIdOf } from '@/lib/billing/lab/sandbox-subscription';
import { sandboxSavedCard } from '@/lib/billing/lab/saved-card';
import { deliver } from '@/lib/billing/providers/sandbox/deliver';
import { beginTopUps } from '@/lib/billing/top-ups/begin';
import { type Cards, cardsOf } from '@/lib/billing/top-ups/cards';
import { chargeTopUps } from '@/lib/billing/top-ups/charge';
import { claimCharge } from '@/lib/billing/top-ups/charges';
import { getTopUps, setTopUps, type TopUpChoice } from '@/lib/billing/top-ups/view';
import { fixedClock, systemClock } from '@/lib/clock';
import { type Api, startApiOf } from '@/tests/support/apis';
import { createTeam, send, testContext } from '@/tests/support/billing';
import { request } from '@/tests/support/credits';
import { createTestDatabase, openConnection, type TestDatabase } from '@/tests/support/database';
import { type Endpoint, openEndpoint } from '@/tests/support/endpoint';
import { changeFixture } from '@/tests/support/fixtures';
import { sellingThrough } from '@/tests/support/selling';
import { balanceOf, expectInvariants, rows } from '@/tests/support/state';

const pass = { isTimeLeft: () => true, limit: 100 };
const choice: TopUpChoice = { isEnabled: true, threshold: 100, item: 'pack_1000', monthlyLimit: 3 };

let database: TestDatabase;
let stripe: Api;
let endpoint: Endpoint;
/** Behind the time of the provider's server, however far the tests go, and far from the end of a month. */
const now = systemClock.now();
const clock = fixedClock(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 5)));
beforeAll(async () => {
  database = await createTestDatabase();
  stripe = await startApiOf('stripe');
  endpoint = await openEndpoint(testContext(database.db, { clock }));
});
afterEach(() => expectInvariants(database.db));
afterAll(async () => {
  await Promise.all([stripe.close(), endpoint.close()]);
  await database.drop();
});

async function teamWithCredits(credits: number): Promise<string> {
  const teamId = await createTeam(database.db);
  await give(teamId, credits);
  return teamId;
}

async function give(teamId: string, credits: number): Promise<void> {
  const key = randomUUID();
  const lot = { credits, sourceType: 'manual', sourceKey: key, expiresAt: null } as const;
  const cause = { teamId, idempotencyKey: key, kind: 'grant', reason: 'Test', ref: null, actor: 'test' } as const;
  await database.db.transaction((tx) => grantLot(tx, lot, { ...cause, at: clock.now() }));
}

interface Member {
  teamId: string;
  context: BillingContext;
  cards: Cards;
}

/** A team that has paid in the sandbox, and whose credits run low. */
async function lowInSandbox(credits = 50, changes: Partial<TopUpChoice> = {}): Promise<Member> {
  const teamId = await teamWithCredits(credits);
  const providerCustomerId = customerIdOf(teamId);
  await database.db.insert(billingCustomers).values({ provider: 'sandbox', providerCustomerId, teamId });
  const context = testContext(database.db, { clock });
  const cards = sandboxCards(context);
  expect(await setTopUps(context, { teamId, userId: await userOf(teamId), ...choice, ...changes })).toBeNull();
  return { teamId, context, cards };
}

function sandboxCards(context: BillingContext): Cards {
  return (name) => (name === 'sandbox' ? sandboxSavedCard({ ...context, endpoint: endpoint.url, deliver }) : null);
}

async function userOf(teamId: string): Promise<string> {
  await database.db.execute(sql`insert into users (id, name) values (${`usr_${teamId}`}, 'Ada')`);
  return `usr_${teamId}`;
}

/** A team that has paid through Stripe with this card. */
async function lowAtStripe(card: string | null): Promise<Member & { sent(): Record<string, unknown>[] }> {
  const teamId = await teamWithCredits(50);
  const providerCustomerId = `cus_${randomUUID()}`;
  await database.db.insert(billingCustomers).values({ provider: 'stripe', providerCustomerId, teamId });
  stripe.world.put('customer', { id: providerCustomerId, card });
  const context = { ...sellingThrough(database.db, { provider: 'stripe', server: stripe }), clock };
  await setTopUps(context, { teamId, userId: await userOf(teamId), ...choice });
  // What other tests left is not looked up in this one.
  await database.db.execute(sql`update top_up_charges set next_attempt_at = null`);
  const from = stripe.sent.length;
  const sent = () =>
    stripe.sent.slice(from).flatMap(({ method, url, headers, text }) => {
      const form = Object.fromEntries(new URLSearchParams(text));
      if (method !== 'POST' || url.pathname !== '/v1/payment_intents') return [];
      return form['metadata[team_id]'] === teamId ? [{ key: headers['idempotency-key'], ...form }] : [];
    });
  return { teamId, context, cards: cardsOf(context), sent };
}

/** A customer of Stripe's who paid for the team after all others. */
async function haveCustomer({ teamId }: Member, card: string): Promise<string> {
  const providerCustomerId = `cus_${randomUUID()}`;
  const createdAt = sql`(select max(created_at) + interval '1 second' from billing_customers)`;
  await database.db.insert(billingCustomers).values({ provider: 'stripe', providerCustomerId, teamId, createdAt });
  stripe.world.put('customer', { id: providerCustomerId, card });
  return providerCustomerId;
}

async function work({ context, cards }: Member): Promise<void> {
  await beginTopUps(context, pass, cards);
  await chargeTopUps(context, pass, cards);
}

const chargesOf = (teamId: string) =>
  rows(
    database.db,
    sql`select c.state, c.error_code, c.attempts, i.state as intent from top_up_charges c
      join billing_checkouts i on i.id = c.checkout_id where c.team_id = ${teamId} order by c.created_at, c.id`,
  );

const toldTo = (teamId: string) =>
  rows(
    database.db,
    sql`select payload from subscription_outbox where team_id = ${teamId} and event_type = 'top_up_failed'`,
  );

/** What Stripe tells once the payment of a team's newest charge has succeeded. */
async function tellOfPayment({ context, teamId }: Member): Promise<string> {
  const [charge] = await rows(
    database.db,
    sql`select checkout_id, provider_payment_id from top_up_charges where team_id = ${teamId} order by created_at desc`,
  );
  const intent = stripe.world
    .all('payment_intent')
    .find(({ metadata }) => JSON.stringify(metadata).includes(String(charge?.checkout_id)));
  const body = changeFixture('stripe', 'payment_intent.succeeded.off_session', {
    id: `evt_${randomUUID()}`,
    'data.object.id': intent?.id,
    'data.object.customer': intent?.customer,
    'data.object.amount_received': 4900,
    'data.object.metadata': { kind: 'auto_topup', checkout_id: charge?.checkout_id, team_id: teamId },
  });
  return (await send(context, { provider: 'stripe', body })).status;
}

describe('a team whose credits run low', () => {
  it('gets a pack, once for each time that they do', async () => {
    const member = await lowInSandbox();
    const { teamId, context } = member;
    await work(member);
    await work(member);
    expect(await balanceOf(database.db, teamId)).toBe(1050);
    expect(await chargesOf(teamId)).toEqual([{ state: 'paid', error_code: null, attempts: 1, intent: 'paid' }]);
    await spend(database.db, clock, request(teamId, 960));
    await work(member);
    expect(await balanceOf(database.db, teamId)).toBe(1090);
    expect(await getTopUps(context, teamId, 1090)).toMatchObject({ boughtThisMonth: 2, standing: 'enough' });
  });

  it('gets none while it has enough, or while it did not ask for it, or switched it off', async () => {
    const enough = await lowInSandbox(100);
    const off = await lowInSandbox(50, { isEnabled: false });
    const deleted = await lowInSandbox();
    await database.db.execute(sql`update teams set deleted_at = now() where id = ${deleted.teamId}`);
    for (const member of [enough, off, deleted]) await work(member);
    for (const { teamId } of [enough, off, deleted]) expect(await chargesOf(teamId)).toEqual([]);
  });

  it('counts what is held as gone', async () => {
    const member = await lowInSandbox(120);
    await database.db.execute(sql`update credits set held = 30 where team_id = ${member.teamId}`);
    await database.db.execute(sql`update credit_grants set held = 30 where team_id = ${member.teamId}`);
    await database.db.execute(sql`
      insert into credit_holds (id, team_id, idempotency_key, credits, lots, reason, actor, expires_at, created_at)
      values (gen_random_uuid(), ${member.teamId}, 'job', 30, '[]', 'Job', 'test', now() + interval '1 hour', now())`);
    await work(member);
    expect(await balanceOf(database.db, member.teamId)).toBe(1120);
  });

  it('gets one pack from eight workers at once', async () => {
    const member = await lowInSandbox();
    const workers = Array.from({ length: 8 }, () => {
      const context = testContext(openConnection(database.url, { max: 2 }), { clock });
      return { ...member, context, cards: sandboxCards(context) };
    });
    await Promise.all(workers.map(work));
    await Promise.all(workers.map(work));
    expect(await chargesOf(member.teamId)).toEqual([{ state: 'paid', error_code: null, attempts: 1, intent: 'paid' }]);
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
  });

  it('gets no more in a month than it wants, and goes on in the next', async () => {
    const month = fixedClock(new Date(Date.UTC(2031, 0, 31, 23, 0)));
    const member = await lowInSandbox(50, { monthlyLimit: 1, threshold: 5000 });
    const context = testContext(database.db, { clock: month });
    const own = await openEndpoint(context);
    const cards: Cards = () => sandboxSavedCard({ ...context, endpoint: own.url, deliver });
    const later = { ...member, context, cards };
    await work(later);
    await work(later);
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
    expect(await getTopUps(context, member.teamId, 1050)).toMatchObject({ standing: 'limit_reached' });
    month.advance(2 * 3_600_000);
    await work(later);
    await own.close();
    expect(await balanceOf(database.db, member.teamId)).toBe(2050);
  });

  it('is not charged when there were credits again before anything was sent', async () => {
    const member = await lowInSandbox();
    await beginTopUps(member.context, pass, member.cards);
    await give(member.teamId, 1000);
    await chargeTopUps(member.context, pass, member.cards);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'abandoned', intent: 'failed' }]);
    expect(await toldTo(member.teamId)).toEqual([]);
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
  });

  it('is not charged when it was deleted before anything was sent', async () => {
    const member = await lowAtStripe('pm_visa');
    await beginTopUps(member.context, pass, member.cards);
    await database.db.execute(sql`update teams set deleted_at = now() where id = ${member.teamId}`);
    await chargeTopUps(member.context, pass, member.cards);
    expect(member.sent()).toEqual([]);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'abandoned' }]);
  });

  it('is charged once while what was told of the charge is not applied yet', async () => {
    const member = await lowInSandbox();
    const told: string[] = [];
    const later: Parameters<typeof sandboxSavedCard>[0]['deliver'] = async ({ url }) => {
      told.push(url);
      return { httpStatus: 200, status: 'stored', durationMs: 1 };
    };
    const cards = () => sandboxSavedCard({ ...member.context, endpoint: endpoint.url, deliver: later });
    for (let n = 0; n < 3; n += 1) {
      await work({ ...member, cards });
      clock.advance(15_000);
    }
    expect(told).toEqual([endpoint.url]);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null, attempts: 3 }]);
    await database.db.execute(sql`update top_up_charges set next_attempt_at = null where team_id = ${member.teamId}`);
  });

  it('is told, and asked for nothing more, when what it chose is sold no longer', async () => {
    const member = await lowInSandbox();
    await database.db.execute(sql`update auto_top_ups set item = 'pack_gone' where team_id = ${member.teamId}`);
    await work(member);
    await work(member);
    expect(await toldTo(member.teamId)).toEqual([{ payload: { item: 'pack_gone', reason: 'item_not_for_sale' } }]);
    expect(await getTopUps(member.context, member.teamId, 50)).toMatchObject({ standing: 'paused' });
  });

  it('is told, and asked for nothing more, when nobody ever paid for it', async () => {
    const member = await lowInSandbox();
    await database.db.execute(sql`delete from billing_customers where team_id = ${member.teamId}`);
    await work(member);
    await work(member);
    expect(await toldTo(member.teamId)).toEqual([{ payload: { item: 'pack_1000', reason: 'no_customer' } }]);
    expect(await getTopUps(member.context, member.teamId, 50)).toMatchObject({ standing: 'paused' });
    const again = { teamId: member.teamId, userId: `usr_${member.teamId}`, ...choice };
    expect(await setTopUps(member.context, again)).toBe('no_card');
  });
});

describe('a card that Stripe keeps', () => {
  it('is charged while nobody is there, under a key of the charge, for our intent; the webhook grants', async () => {
    const member = await lowAtStripe('pm_visa');
    await work(member);
    const [charge] = await rows(database.db, sql`select * from top_up_charges where team_id = ${member.teamId}`);
    expect(member.sent()).toEqual([
      expect.objectContaining({
        ...{ key: charge?.idempotency_key, amount: '4900', currency: 'usd', payment_method: 'pm_visa' },
        ...{ off_session: 'true', confirm: 'true', 'metadata[kind]': 'auto_topup' },
        'metadata[checkout_id]': charge?.checkout_id,
      }),
    ]);
    expect(await balanceOf(database.db, member.teamId)).toBe(50);
    clock.advance(10_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', intent: 'pending' }]);
    expect(await tellOfPayment(member)).toBe('applied');
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
    clock.advance(60_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'paid', intent: 'paid' }]);
    expect(member.sent()).toHaveLength(1);
  });

  it('is charged once when the answer is lost: what became of it is looked up', async () => {
    const member = await lowAtStripe('pm_lost');
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown', error_code: 'provider_unavailable' }]);
    clock.advance(15_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null, attempts: 2 }]);
    expect(member.sent()).toHaveLength(1);
    expect(await tellOfPayment(member)).toBe('applied');
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
  });

  it('is not called declined because what became of it may not be looked up', async () => {
    const member = await lowAtStripe('pm_lost');
    await work(member);
    stripe.failOnce({ path: '/v1/payment_intents', status: 403 });
    clock.advance(15_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown', error_code: 'provider_key_refused' }]);
    expect(await toldTo(member.teamId)).toEqual([]);
    clock.advance(30_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null }]);
    expect(member.sent()).toHaveLength(1);
  });

  it('is charged once when the process dies after the money has moved', async () => {
    const member = await lowAtStripe('pm_visa');
    await beginTopUps(member.context, pass, member.cards);
    const dying: Cards = (name) => {
      const card = member.cards(name);
      const charge: NonNullable<typeof card>['charge'] = async (asked) => {
        await card?.charge(asked);
        throw new Error('The process was killed.');
      };
      return card && { ...card, charge };
    };
    await expect(chargeTopUps(member.context, pass, dying)).rejects.toThrow('killed');
    await work(member);
    expect(member.sent()).toHaveLength(1);
    clock.advance(90_000);
    await work(member);
    expect(member.sent()).toHaveLength(1);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', attempts: 2 }]);
    expect(await tellOfPayment(member)).toBe('applied');
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
  });

  it('is looked for with the customer that was charged, also when the team has another one by now', async () => {
    const member = await lowAtStripe('pm_lost');
    await work(member);
    await haveCustomer(member, 'pm_visa');
    clock.advance(15_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null }]);
    expect(member.sent()).toHaveLength(1);
  });

  it('is that of the customer whom the team has now, under the same key, when nothing was taken before', async () => {
    const member = await lowAtStripe('pm_visa');
    stripe.failOnce({ path: '/v1/payment_intents', status: 503 });
    await work(member);
    const customer = await haveCustomer(member, 'pm_lost');
    clock.advance(15_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown' }]);
    await haveCustomer(member, 'pm_visa');
    clock.advance(30_000);
    await work(member);
    const sent = member.sent();
    expect(sent).toMatchObject([{ key: sent[1]?.key }, { customer, payment_method: 'pm_lost' }]);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null }]);
  });

  it('is asked again under the same key when Stripe was down and has nothing of it', async () => {
    const member = await lowAtStripe('pm_visa');
    stripe.failOnce({ path: '/v1/payment_intents', status: 503 });
    await work(member);
    clock.advance(15_000);
    await work(member);
    const keys = member.sent().map(({ key }) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    expect(await tellOfPayment(member)).toBe('applied');
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
  });

  it('that is declined is tried once: the team is told why, and nothing is bought until somebody says so', async () => {
    const member = await lowAtStripe('pm_declined');
    await work(member);
    clock.advance(86_400_000);
    await work(member);
    expect(member.sent()).toHaveLength(1);
    expect(await chargesOf(member.teamId)).toMatchObject([
      { state: 'declined', error_code: 'insufficient_funds', intent: 'failed' },
    ]);
    expect(await toldTo(member.teamId)).toEqual([{ payload: { item: 'pack_1000', reason: 'insufficient_funds' } }]);
    expect(await getTopUps(member.context, member.teamId, 50)).toMatchObject({
      standing: 'paused',
      settings: { isEnabled: true, pausedReason: 'insufficient_funds' },
    });
    await setTopUps(member.context, { teamId: member.teamId, userId: `usr_${member.teamId}`, ...choice });
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'declined' }, { state: 'declined' }]);
  });

  it('is charged beside a subscription that we renew, of which Stripe knows nothing', async () => {
    const member = await lowAtStripe('pm_visa');
    await database.db.execute(sql`
      insert into subscriptions (id, team_id, provider, provider_subscription_id, provider_customer_id, status, is_current, clock_owner)
      select ${randomUUID()}, team_id, provider, 'own_' || team_id, provider_customer_id, 'active', true, 'us'
      from billing_customers where team_id = ${member.teamId}`);
    await work(member);
    expect(member.sent()).toHaveLength(1);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null }]);
  });

  it('that is not there is not charged', async () => {
    const member = await lowAtStripe(null);
    await work(member);
    expect(member.sent()).toEqual([]);
    expect(await toldTo(member.teamId)).toEqual([{ payload: { item: 'pack_1000', reason: 'no_saved_card' } }]);
  });

  it('is given up when nobody can say what became of it for a day, and a payment that comes after all still counts', async () => {
    const member = await lowAtStripe('pm_lost');
    await work(member);
    stripe.failOnce({ path: '/v1/payment_intents', status: 500 });
    clock.advance(21 * 3_600_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'abandoned', intent: 'failed' }]);
    expect(await toldTo(member.teamId)).toHaveLength(1);
    expect(await tellOfPayment(member)).toBe('applied');
    expect(await balanceOf(database.db, member.teamId)).toBe(1050);
    expect(await getTopUps(member.context, member.teamId, 1050)).toMatchObject({ boughtThisMonth: 1 });
  });
});

describe('a charge whose first attempt nobody got', () => {
  async function unanswered(): Promise<Awaited<ReturnType<typeof lowAtStripe>>> {
    const member = await lowAtStripe('pm_visa');
    stripe.failOnce({ path: '/v1/payment_intents', status: 503 });
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown' }]);
    clock.advance(15_000);
    return member;
  }

  it.each([
    ['was deleted meanwhile', (teamId: string) => sql`update teams set deleted_at = now() where id = ${teamId}`],
    ['switched it off', (teamId: string) => sql`update auto_top_ups set is_enabled = false where team_id = ${teamId}`],
  ])('is not sent again for a team that %s', async (_, change) => {
    const member = await unanswered();
    await database.db.execute(change(member.teamId));
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown', intent: 'pending' }]);
    clock.advance(600_000);
    await work(member);
    expect(member.sent()).toHaveLength(1);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'abandoned', intent: 'failed' }]);
    expect(await toldTo(member.teamId)).toEqual([]);
  });

  it('is the only one while it may still go through, also when it was switched off in between', async () => {
    const member = await unanswered();
    const switchTo = (isEnabled: boolean) =>
      database.db.execute(sql`update auto_top_ups set is_enabled = ${isEnabled} where team_id = ${member.teamId}`);
    await switchTo(false);
    await work(member);
    await switchTo(true);
    clock.advance(30_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging' }]);
    expect(new Set(member.sent().map(({ key }) => key)).size).toBe(1);
  });

  it('is not called declined while Stripe has made it and not confirmed it yet', async () => {
    const member = await lowAtStripe('pm_lost');
    await work(member);
    const made = stripe.world.all('payment_intent').at(-1);
    if (!made) throw new Error('Nothing was charged.');
    stripe.world.put('payment_intent', { ...made, status: 'requires_confirmation' });
    clock.advance(15_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown', intent: 'pending' }]);
    stripe.world.put('payment_intent', made);
    clock.advance(30_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null }]);
    expect(member.sent()).toHaveLength(1);
  });

  it('is not called declined when it timed out on its way', async () => {
    const member = await lowAtStripe('pm_visa');
    stripe.failOnce({ path: '/v1/payment_intents', status: 408 });
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown', intent: 'pending' }]);
  });

  it('is not called declined while Stripe is still busy with it', async () => {
    const member = await unanswered();
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use' };
    stripe.failOnce({ path: '/v1/payment_intents', skip: 1, status: 409, body: { error } });
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'unknown', intent: 'pending' }]);
    expect(await toldTo(member.teamId)).toEqual([]);
    clock.advance(30_000);
    await work(member);
    expect(await chargesOf(member.teamId)).toMatchObject([{ state: 'charging', error_code: null }]);
  });
});

describe('what a team chooses', () => {
  it.each([
    ['a threshold of nothing', { threshold: 0 }, 'invalid_threshold'],
    ['part of a credit', { threshold: 1.5 }, 'invalid_threshold'],
    ['no pack at all', { monthlyLimit: 0 }, 'invalid_limit'],
    ['a thousand packs a month', { monthlyLimit: 1000 }, 'invalid_limit'],
    ['a plan', { item: 'pro_monthly' }, 'unknown_pack'],
    ['what is not sold', { item: 'pack_9' }, 'unknown_pack'],
  ])('is refused for %s', async (_, changes, refusal) => {
    const { teamId, context } = await lowInSandbox();
    const userId = `usr_${teamId}`;
    expect(await setTopUps(context, { teamId, userId, ...choice, ...changes })).toBe(refusal);
    expect((await getTopUps(context, teamId, 50)).settings).toMatchObject(choice);
  });

  it('cannot be switched on where the provider charges no saved card, and that is said', async () => {
    const teamId = await teamWithCredits(50);
    await database.db.insert(billingCustomers).values({ provider: 'lemonsqueezy', providerCustomerId: '1', teamId });
    const context = testContext(database.db, { clock });
    expect(await getTopUps(context, teamId, 50)).toMatchObject({
      card: { kind: 'unsupported', provider: 'lemonsqueezy' },
    });
    expect(await setTopUps(context, { teamId, userId: await userOf(teamId), ...choice })).toBe('no_card');
    expect((await getCredits(context, teamId)).available).toBe(50);
  });
});

describe('a lease', () => {
  it('is one worker’s at a time', async () => {
    const member = await lowInSandbox();
    await beginTopUps(member.context, pass, member.cards);
    const claim = () => claimCharge(database.db, clock.now(), 1000);
    const claims = await Promise.all(Array.from({ length: 12 }, claim));
    expect(claims.filter((claimed) => claimed?.teamId === member.teamId)).toHaveLength(1);
  });
});
