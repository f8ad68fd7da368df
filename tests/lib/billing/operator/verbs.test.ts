import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCatalog } from '@/lib/billing/catalog';
import { adjustCredits } from '@/lib/billing/operator/adjust-credits';
import { assignTeam } from '@/lib/billing/operator/assign-team';
import { dismiss } from '@/lib/billing/operator/dismiss';
import { replay } from '@/lib/billing/operator/replay';
import { replayByCode } from '@/lib/billing/operator/replay-by-code';
import { resolveCase } from '@/lib/billing/operator/resolve-case';
import { fixedClock } from '@/lib/clock';
import { createIntent, createTeam, send, testContext, testPriceIds, testSettings } from '../../../support/billing';
import { testItems } from '../../../support/catalog';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { newLife, openCasesOf } from '../../../support/life';
import { createPaidDelivery } from '../../../support/paid';
import { type PurchaseStory, stripePurchase } from '../../../support/purchases';
import { balanceOf, count, expectInvariants, one, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const by = { actorId: 'usr_operator', reason: 'The price was missing' };
const blind = () => testContext(database.db, { settings: testSettings({ catalog: createCatalog(testItems, {}) }) });
const context = () => testContext(database.db);
const idOf = (body: Uint8Array): string => JSON.parse(new TextDecoder().decode(body)).id;
const keyOf = (body: Uint8Array) => ({ provider: 'stripe' as const, eventId: idOf(body) });
const eventOf = (body: Uint8Array) =>
  one(database.db, sql`select * from billing_webhook_events where provider = 'stripe' and event_id = ${idOf(body)}`);
const actionsOn = (subject: string) =>
  rows(
    database.db,
    sql`select actor_id, action, reason, team_id, details, created_at from operator_actions
      where subject = ${subject} order by id`,
  );

/** A purchase by a team of its own, through a checkout of ours. */
async function newPurchase(): Promise<{ teamId: string; purchase: PurchaseStory }> {
  const teamId = await createTeam(database.db);
  const checkoutId = await createIntent(database.db, { teamId, provider: 'stripe' });
  return { teamId, purchase: stripePurchase({ checkoutId }) };
}

/** A payment of an item whose price the catalog does not know yet. */
async function parkUnmapped() {
  const { teamId, body } = await createPaidDelivery(database.db, 'paddle');
  const { status } = await send(blind(), { provider: 'paddle', body });
  const eventId: string = JSON.parse(new TextDecoder().decode(body)).event_id;
  return { key: { provider: 'paddle' as const, eventId }, teamId, status };
}

/** A payment that nobody's checkout led to: it is parked once its ten minutes are over. */
async function parkUnknown(changes: Readonly<Record<string, unknown>> = {}) {
  const clock = fixedClock('2026-09-20T12:00:00Z');
  const running = testContext(database.db, { clock });
  const body = stripePurchase({ checkoutId: null }).paid({
    'data.object.line_items': {
      has_more: false,
      data: [{ quantity: 1, price: { id: 'price_1SCredits1000000000001' }, amount_subtotal: 4900 }],
    },
    ...changes,
  });
  await send(running, { provider: 'stripe', body });
  clock.advance(11 * 60_000);
  await send(running, { provider: 'stripe', body });
  return { running, body };
}

describe('a replay', () => {
  it('of an applied event answers duplicate and changes nothing', async () => {
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    expect((await send(context(), { provider: 'stripe', body })).status).toBe('applied');
    const before = await eventOf(body);
    expect(await replay(context(), { key: keyOf(body), by })).toEqual({
      ...{ outcome: 'duplicate', before: 'applied', after: 'applied', code: null },
    });
    expect(await eventOf(body)).toEqual(before);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await actionsOn(`event:stripe:${idOf(body)}`)).toMatchObject([
      { actor_id: 'usr_operator', action: 'event_replayed', team_id: teamId, details: { outcome: 'duplicate' } },
    ]);
  });

  it('of a parked event applies it once its mapping is mended, closes its case, and says who did it', async () => {
    const { key, teamId, status } = await parkUnmapped();
    expect(status).toBe('parked');
    expect(await replay(blind(), { key, by })).toMatchObject({ outcome: 'parked', code: 'unknown_price' });
    expect(await replay(context(), { key, by })).toMatchObject({ outcome: 'applied', before: 'parked', code: null });
    expect(await replay(context(), { key, by })).toMatchObject({ outcome: 'duplicate' });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await openCasesOf(database.db, teamId)).toEqual([]);
    const actions = await actionsOn(`event:paddle:${key.eventId}`);
    expect(actions.map(({ details }) => details)).toMatchObject([
      { outcome: 'parked' },
      { outcome: 'applied', before: 'parked', after: 'applied' },
      { outcome: 'duplicate' },
    ]);
    for (const action of actions) expect(action).toMatchObject({ actor_id: by.actorId, reason: by.reason });
  });

  it('grants a paid period whose price is known by now, once', async () => {
    const life = await newLife(database.db, 'stripe');
    await life.tell('customer.subscription.created');
    const price = 'data.object.lines.data.0.pricing.price_details.price';
    const body = life.body('invoice.paid.subscription_create', { [price]: `price_new_${life.scope}` });
    expect((await send(life.context, { provider: 'stripe', body })).status).toBe('applied');
    expect(await openCasesOf(database.db, life.teamId)).toEqual(['unknown_price']);
    const before = await eventOf(body);
    expect(await replay(context(), { key: keyOf(body), by })).toMatchObject({ outcome: 'duplicate' });
    expect(await eventOf(body)).toEqual(before);
    expect(await balanceOf(database.db, life.teamId)).toBe(0);
    const catalog = createCatalog(testItems, {
      ...testPriceIds,
      stripe: { pro_monthly: [`price_new_${life.scope}`] },
    });
    const mapped = testContext(database.db, { settings: testSettings({ catalog }) });
    expect(await replay(mapped, { key: keyOf(body), by })).toMatchObject({ outcome: 'applied', before: 'applied' });
    expect(await replay(mapped, { key: keyOf(body), by })).toMatchObject({ outcome: 'duplicate' });
    expect(await balanceOf(database.db, life.teamId)).toBe(1000);
    expect(await openCasesOf(database.db, life.teamId)).toEqual([]);
  });

  it('closes the case of retries that ran out, whatever they failed with', async () => {
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    await send(blind(), { provider: 'stripe', body });
    await database.db.execute(sql`
      update billing_webhook_events
      set state = 'parked', error_code = 'sql_55P03', error_category = 'temporary', next_attempt_at = null,
        settled_at = null
      where event_id = ${idOf(body)}`);
    await database.db.execute(sql`delete from reconciliation_cases where event_id = ${idOf(body)}`);
    await database.db.execute(sql`
      insert into reconciliation_cases (id, kind, subject, provider, event_id, team_id, state, opened_at, last_seen_at)
      values (${randomUUID()}, 'retries_exhausted', 'x', 'stripe', ${idOf(body)}, ${teamId}, 'open', now(), now())`);
    await replay(context(), { key: keyOf(body), by });
    expect(await openCasesOf(database.db, teamId)).toEqual([]);
  });

  it('of an event that is not there, or whose body is gone, says so', async () => {
    const { purchase } = await newPurchase();
    await expect(replay(context(), { key: keyOf(purchase.paid()), by })).rejects.toMatchObject({
      code: 'event_not_found',
    });
    const { body } = await parkUnknown();
    await database.db.execute(sql`update billing_webhook_events set raw_body = null where event_id = ${idOf(body)}`);
    await expect(replay(context(), { key: keyOf(body), by })).rejects.toMatchObject({ code: 'delivery_not_kept' });
    expect(await actionsOn(`event:stripe:${idOf(body)}`)).toEqual([]);
  });

  it('twice at once applies once', async () => {
    const { key, teamId } = await parkUnmapped();
    const pools = [openConnection(database.url), openConnection(database.url)];
    const outcomes = await Promise.all(pools.map((pool) => replay(testContext(pool), { key, by })));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['applied', 'duplicate']);
    expect(await balanceOf(database.db, teamId)).toBe(1000);
  });
});

describe('a replay by code', () => {
  it('works on those that failed with it, oldest first and up to the bound, and counts how they end', async () => {
    const parked = [await parkUnmapped(), await parkUnmapped(), await parkUnmapped()];
    const request = { code: 'unknown_price', provider: 'paddle', by } as const;
    expect(await replayByCode(context(), { ...request, limit: 2 })).toEqual({
      ...{ outcomes: { applied: 2 }, replayed: 2, left: 1 },
    });
    expect(await replayByCode(context(), request)).toEqual({ outcomes: { applied: 1 }, replayed: 1, left: 0 });
    for (const { teamId } of parked) expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await actionsOn('code:unknown_price')).toMatchObject([
      { action: 'events_replayed', details: { replayed: 2, left: 1 } },
      { action: 'events_replayed', details: { replayed: 1, left: 0 } },
    ]);
  });
});

describe('a dismissal', () => {
  it('needs a reason, settles the event, resolves its case, and a later delivery is a duplicate', async () => {
    const { running, body } = await parkUnknown();
    await expect(
      dismiss(running, { key: keyOf(body), by: { actorId: 'usr_operator', reason: ' ' } }),
    ).rejects.toMatchObject({ code: 'reason_required' });
    await dismiss(running, { key: keyOf(body), by: { actorId: 'usr_operator', reason: 'A test of ours' } });
    expect(await eventOf(body)).toMatchObject({ state: 'dismissed', next_attempt_at: null, waiting_for: null });
    const found = await rows(database.db, sql`select * from reconciliation_cases where event_id = ${idOf(body)}`);
    expect(found).toMatchObject([{ kind: 'unknown_team', state: 'resolved', resolved_by: 'usr_operator' }]);
    expect((await send(running, { provider: 'stripe', body })).status).toBe('duplicate');
    expect(await actionsOn(`event:stripe:${idOf(body)}`)).toMatchObject([
      { action: 'event_dismissed', reason: 'A test of ours', details: { before: 'parked', code: 'unknown_team' } },
    ]);
  });

  it('is for what is not settled', async () => {
    const { purchase } = await newPurchase();
    const body = purchase.paid();
    await send(context(), { provider: 'stripe', body });
    await expect(dismiss(context(), { key: keyOf(body), by })).rejects.toMatchObject({ code: 'event_settled' });
  });
});

describe('assigning a team', () => {
  it('applies an event that nobody could be found for, and links its customer', async () => {
    const { running, body } = await parkUnknown();
    const teamId = await createTeam(database.db);
    expect(await assignTeam(running, { key: keyOf(body), teamId, by })).toMatchObject({ outcome: 'applied' });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    expect(await eventOf(body)).toMatchObject({ state: 'applied', team_id: teamId, assigned_team_id: teamId });
    expect(await count(database.db, sql`select count(*) from billing_customers where team_id = ${teamId}`)).toBe(1);
    expect(await actionsOn(`event:stripe:${idOf(body)}`)).toMatchObject([
      { action: 'event_assigned', team_id: teamId, reason: by.reason, details: { outcome: 'applied' } },
    ]);
  });

  it('works without a customer, and for a customer of several teams', async () => {
    const guest = await parkUnknown({ 'data.object.customer': null });
    const teamId = await createTeam(database.db);
    await assignTeam(guest.running, { key: keyOf(guest.body), teamId, by });
    expect(await balanceOf(database.db, teamId)).toBe(1000);
    const customer = `cus_${randomUUID()}`;
    for (const other of [await createTeam(database.db), await createTeam(database.db)])
      await database.db.execute(sql`insert into billing_customers values ('stripe', ${customer}, ${other})`);
    const shared = await parkUnknown({ 'data.object.customer': customer });
    await assignTeam(shared.running, { key: keyOf(shared.body), teamId, by });
    expect(await balanceOf(database.db, teamId)).toBe(2000);
  });

  it("wakes the customer's other events, which are applied with it", async () => {
    const customer = `cus_${randomUUID()}`;
    const first = await parkUnknown({ 'data.object.customer': customer });
    const second = await parkUnknown({ 'data.object.customer': customer });
    const teamId = await createTeam(database.db);
    await assignTeam(first.running, { key: keyOf(first.body), teamId, by });
    expect(await balanceOf(database.db, teamId)).toBe(2000);
    expect(await eventOf(second.body)).toMatchObject({ state: 'applied' });
  });

  it('never moves a checkout of ours to another team', async () => {
    const { teamId, purchase } = await newPurchase();
    const body = purchase.paid();
    await send(testContext(database.db, { settings: testSettings({ environment: 'live' }) }), {
      provider: 'stripe',
      body,
    });
    const other = await createTeam(database.db);
    await expect(assignTeam(context(), { key: keyOf(body), teamId: other, by })).rejects.toMatchObject({
      code: 'event_of_another_team',
    });
    expect(await eventOf(body)).toMatchObject({ state: 'parked', assigned_team_id: null });
    expect([await balanceOf(database.db, teamId), await balanceOf(database.db, other)]).toEqual([0, 0]);
  });

  it('knows its teams', async () => {
    const { running, body } = await parkUnknown();
    await expect(assignTeam(running, { key: keyOf(body), teamId: 'team_nobody', by })).rejects.toMatchObject({
      code: 'unknown_team',
    });
  });
});

describe('resolving a case', () => {
  it('needs a reason, happens once, and says who did it', async () => {
    const { running, body } = await parkUnknown();
    const { id: caseId } = await one(
      database.db,
      sql`select id from reconciliation_cases where event_id = ${idOf(body)}`,
    );
    const request = { caseId: String(caseId), by };
    await expect(resolveCase(running, { ...request, by: { actorId: 'usr_1' } })).rejects.toMatchObject({
      code: 'reason_required',
    });
    await resolveCase(running, request);
    await expect(resolveCase(running, request)).rejects.toMatchObject({ code: 'case_not_open' });
    await expect(resolveCase(running, { ...request, caseId: 'none' })).rejects.toMatchObject({
      code: 'case_not_found',
    });
    expect(await one(database.db, sql`select * from reconciliation_cases where id = ${request.caseId}`)).toMatchObject({
      ...{ state: 'resolved', note: by.reason, resolved_by: by.actorId },
    });
    expect(await actionsOn(`case:${caseId}`)).toMatchObject([{ action: 'case_resolved', reason: by.reason }]);
  });
});

describe('credits by hand', () => {
  const adjust = async (teamId: string, credits: number, changes: object = {}) =>
    adjustCredits(context(), { teamId, credits, idempotencyKey: randomUUID(), by, ...changes });

  it('are granted and taken once per key, each with its reason', async () => {
    const teamId = await createTeam(database.db);
    const grant = { idempotencyKey: 'grant-1' };
    expect(await adjust(teamId, 500, grant)).toMatchObject({ balanceAfter: 500, duplicate: false });
    expect(await adjust(teamId, 500, grant)).toMatchObject({ balanceAfter: 500, duplicate: true });
    await expect(adjust(teamId, 400, grant)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(await adjust(teamId, -200)).toMatchObject({ balanceAfter: 300 });
    const entries = await rows(
      database.db,
      sql`select kind, delta, reason, actor from credit_ledger_entries where team_id = ${teamId} order by sequence`,
    );
    const said = { reason: by.reason, actor: 'operator:usr_operator' };
    expect(entries).toEqual([
      { kind: 'grant', delta: '500', ...said },
      { kind: 'correction', delta: '-200', ...said },
    ]);
    expect(await actionsOn(`team:${teamId}`)).toMatchObject([
      { action: 'credits_adjusted', details: { credits: 500, balanceAfter: 500 } },
      { action: 'credits_adjusted', details: { credits: -200, balanceAfter: 300 } },
    ]);
  });

  it('go below zero only when told so', async () => {
    const teamId = await createTeam(database.db);
    await adjust(teamId, 100);
    await expect(adjust(teamId, -101)).rejects.toMatchObject({ code: 'insufficient_credits' });
    expect(await balanceOf(database.db, teamId)).toBe(100);
    expect(await adjust(teamId, -150, { mayGoBelowZero: true })).toMatchObject({ balanceAfter: -50 });
    expect(await adjust(teamId, 80)).toMatchObject({ balanceAfter: 30 });
  });

  it('with one key at once move once', async () => {
    const teamId = await createTeam(database.db);
    const pools = [1, 2, 3, 4].map(() => openConnection(database.url));
    const grants = pools.map((pool) =>
      adjustCredits(testContext(pool), { teamId, credits: 50, idempotencyKey: 'once', by }),
    );
    expect((await Promise.all(grants)).filter(({ duplicate }) => !duplicate)).toHaveLength(1);
    expect(await balanceOf(database.db, teamId)).toBe(50);
    expect(await actionsOn(`team:${teamId}`)).toHaveLength(1);
  });

  it('need a reason, a team and a whole number', async () => {
    const teamId = await createTeam(database.db);
    await expect(adjust(teamId, 5, { by: { actorId: 'usr_1' } })).rejects.toMatchObject({ code: 'reason_required' });
    await expect(adjust('team_nobody', 5)).rejects.toMatchObject({ code: 'unknown_team' });
    await expect(adjust(teamId, 0)).rejects.toMatchObject({ code: 'invalid_credits' });
    await expect(adjust(teamId, 1.5)).rejects.toMatchObject({ code: 'invalid_credits' });
  });
});
