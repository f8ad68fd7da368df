import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { credits } from '@/db/schema';
import { createCatalog } from '@/lib/billing/catalog';
import { drain } from '@/lib/billing/drain';
import { adjustCredits } from '@/lib/billing/operator/adjust-credits';
import { listActions } from '@/lib/billing/operator/audit-queries';
import { compareValues, getCase, listCases } from '@/lib/billing/operator/case-queries';
import { getEventStory } from '@/lib/billing/operator/event-story';
import { type EventFilter, listEvents, listFailedCodes } from '@/lib/billing/operator/inbox-queries';
import { masked } from '@/lib/billing/operator/mask';
import { listMessages } from '@/lib/billing/operator/outbox-queries';
import { getOverview } from '@/lib/billing/operator/overview';
import { resendMessage } from '@/lib/billing/operator/resend';
import { getSubscriptionStory } from '@/lib/billing/operator/subscription-story';
import { findTeams, getTeamStory } from '@/lib/billing/operator/team-story';
import { fixedClock } from '@/lib/clock';
import { createTeam, send, testContext, testSettings, usualLockWait } from '../../../support/billing';
import { testItems } from '../../../support/catalog';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { type Life, newLife, subscriptionOf } from '../../../support/life';
import { createPaidDelivery } from '../../../support/paid';
import { one } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const by = { actorId: 'usr_operator', reason: 'Asked for by mail' };
const context = () => testContext(database.db);
const blind = () => testContext(database.db, { settings: testSettings({ catalog: createCatalog(testItems, {}) }) });
const idOf = (body: Uint8Array): string => {
  const { id, event_id } = JSON.parse(new TextDecoder().decode(body));
  return id ?? event_id;
};

async function parkUnmapped() {
  const paid = await createPaidDelivery(database.db, 'paddle');
  await send(blind(), { provider: 'paddle', body: paid.body });
  return { ...paid, key: { provider: 'paddle' as const, eventId: idOf(paid.body) } };
}

async function apply() {
  const paid = await createPaidDelivery(database.db, 'stripe');
  await send(context(), { provider: 'stripe', body: paid.body });
  return { ...paid, key: { provider: 'stripe' as const, eventId: idOf(paid.body) } };
}

async function subscribed(clock = fixedClock('2026-10-01T12:00:00Z')): Promise<Life> {
  const life = await newLife(database.db, 'stripe', { clock });
  await life.tell('checkout.session.completed.subscription');
  await life.tell('customer.subscription.created');
  await life.tell('invoice.paid.subscription_create');
  return life;
}

/** A payment whose team's balance somebody else holds for longer than the delivery waits. */
async function deliverWhileLocked() {
  const { key } = await apply();
  const paid = await createPaidDelivery(database.db, 'stripe');
  await database.db.insert(credits).values({ teamId: paid.teamId, balance: 0 });
  const other = openConnection(database.url, { max: 1 });
  await other.transaction(async (tx) => {
    await tx.execute(sql`select from credits where team_id = ${paid.teamId} for update`);
    await send({ ...context(), waits: usualLockWait }, { provider: 'stripe', body: paid.body });
  });
  return { ...paid, key: { ...key, eventId: idOf(paid.body) } };
}

describe('the inbox', () => {
  it('is filtered by state, category, code, provider and team', async () => {
    const [parked, applied, retrying] = [await parkUnmapped(), await apply(), await deliverWhileLocked()];
    const found = async (filter: EventFilter) =>
      (await listEvents(context(), { ...filter, limit: 200 })).entries.map(({ eventId }) => eventId);
    const [p, a, r] = [parked.key.eventId, applied.key.eventId, retrying.key.eventId];
    const all = (ids: string[]) => [p, a, r].filter((id) => ids.includes(id));
    expect(all(await found({}))).toEqual([p, a, r]);
    expect(all(await found({ state: 'parked' }))).toEqual([p]);
    expect(all(await found({ state: 'applied' }))).toEqual([a]);
    expect(all(await found({ category: 'invalid' }))).toEqual([p]);
    expect(all(await found({ category: 'temporary' }))).toEqual([r]);
    expect(all(await found({ code: 'unknown_price' }))).toEqual([p]);
    expect(all(await found({ provider: 'stripe' }))).toEqual([a, r]);
    expect(all(await found({ teamId: applied.teamId }))).toEqual([a]);
    expect(all(await found({ state: 'parked', category: 'temporary' }))).toEqual([]);
    expect(await listFailedCodes(context())).toContainEqual({
      ...{ code: 'unknown_price', category: 'invalid', count: expect.any(Number) },
    });
  });

  it('has every event on exactly one page, the newest first, whatever arrives meanwhile', async () => {
    for (let n = 0; n < 5; n += 1) await parkUnmapped();
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof listEvents>> = await listEvents(context(), {
        ...{ provider: 'paddle', limit: 2, cursor },
      });
      seen.push(...page.entries.map(({ eventId }) => eventId));
      cursor = page.nextCursor;
      if (seen.length === 2) await parkUnmapped();
    } while (cursor);
    const { count } = await one(
      database.db,
      sql`select count(*) from billing_webhook_events where provider = 'paddle'`,
    );
    expect(seen).toHaveLength(Number(count) - 1);
    expect(new Set(seen).size).toBe(seen.length);
    await expect(listEvents(context(), { cursor: 'none of ours' })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('one event', () => {
  it('shows its attempts, its last error category, the subscription it affects and whether a retry is safe', async () => {
    const life = await subscribed();
    const body = life.body('invoice.paid.subscription_cycle', { 'data.object.lines.data': [] });
    await send(life.context, { provider: 'stripe', body });
    const story = await getEventStory(life.context, { provider: 'stripe', eventId: idOf(body) });
    const subscription = await subscriptionOf(database.db, life.teamId);
    expect(story).toMatchObject({
      attempts: 1,
      errorCategory: expect.stringMatching(/^(invalid|missing)$/),
      subscription: { subscriptionId: subscription?.id },
      retrySafe: true,
    });
  });

  it('tells what is temporary from what is invalid', async () => {
    const [temporary, invalid] = [await deliverWhileLocked(), await parkUnmapped()];
    expect(await getEventStory(context(), temporary.key)).toMatchObject({
      ...{ state: 'retrying', errorCategory: 'temporary', errorCode: 'sql_55P03', nextAttemptAt: expect.any(Date) },
    });
    expect(await getEventStory(context(), invalid.key)).toMatchObject({
      ...{ state: 'parked', errorCategory: 'invalid', errorCode: 'unknown_price', nextAttemptAt: null },
      cases: [{ kind: 'unknown_price', state: 'open' }],
    });
  });

  it('tells what it changed, and shows nothing of who paid', async () => {
    const { key, teamId } = await apply();
    const story = await getEventStory(context(), key);
    expect(story).toMatchObject({
      teamId,
      isSettled: true,
      changed: { entries: [{ kind: 'purchase', delta: 1000, balanceAfter: 1000 }] },
    });
    const text = JSON.stringify(story);
    expect(text).toContain(masked);
    expect(text).not.toMatch(/@example\.com|Example Street|rawBody/);
  });

  it('that is not there is null', async () => {
    expect(await getEventStory(context(), { provider: 'stripe', eventId: 'evt_none' })).toBeNull();
  });
});

describe('a case', () => {
  it('of a period that does not join shows our period and the provider’s, side by side', async () => {
    const clock = fixedClock('2026-10-01T12:00:00Z');
    const life = await subscribed(clock);
    const period = {
      'data.object.lines.data.0.period.start': Date.parse('2026-10-01T10:00:05Z') / 1000,
      'data.object.lines.data.0.period.end': Date.parse('2026-11-01T10:00:05Z') / 1000,
    };
    const body = life.body('invoice.paid.subscription_cycle', period);
    await send(life.context, { provider: 'stripe', body });
    clock.advance(2 * 3_600_000);
    await drain(life.context, { budgetMs: 60_000 });
    const { entries } = await listCases(context(), { kind: 'renewal_period_is_not_contiguous', state: 'open' });
    const found = entries.find(({ eventId }) => eventId === idOf(body));
    const view = await getCase(context(), found?.id ?? '');
    expect(view?.values[0]).toEqual({
      name: 'currentPeriodEnd, start',
      local: '2026-10-01T10:00:00.000000Z',
      remote: '2026-10-01T10:00:05.000000Z',
      isDifferent: true,
    });
    const told = view?.values.map(({ name, local, remote }) => `${name}: ${local ?? remote}`);
    expect(told).toContain('currentPeriodStart: 2026-09-01T10:00:00.000000Z');
    expect(told).toContain('end: 2026-11-01T10:00:05.000000Z');
  });

  it('marks what differs, and masks what is somebody’s', () => {
    expect(
      compareValues(
        { amountMinor: 100, currency: 'USD', email: 'ada@example.com' },
        { amountMinor: 200, currency: 'USD', end: '2026-10-01T10:00:00.000000Z' },
      ),
    ).toEqual([
      { name: 'amountMinor', local: '100', remote: '200', isDifferent: true },
      { name: 'currency', local: 'USD', remote: 'USD', isDifferent: false },
      { name: 'email', local: masked, remote: null, isDifferent: false },
      { name: 'end', local: null, remote: '2026-10-01T10:00:00.000000Z', isDifferent: false },
    ]);
  });
});

describe('a subscription', () => {
  it('is told from receipt to period to credits to message, for each period', async () => {
    const life = await subscribed();
    await life.tell('invoice.paid.subscription_cycle');
    await life.tell('customer.subscription.updated.plan_change');
    const { id } = (await subscriptionOf(database.db, life.teamId)) ?? {};
    const story = await getSubscriptionStory(context(), String(id));
    expect(story?.chains).toMatchObject([
      {
        receipt: { type: 'invoice.paid', outcome: 'applied', subscriptionId: id, teamId: life.teamId },
        period: { kind: 'renewal' },
        credits: 1000,
        messages: [{ eventType: 'subscription_renewed' }],
      },
      {
        receipt: { type: 'invoice.paid', outcome: 'applied', subscriptionId: id },
        period: { kind: 'first' },
        credits: 1000,
        messages: [{ eventType: 'subscription_renewed' }],
      },
    ]);
    expect(story?.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['customer.subscription.created', 'customer.subscription.updated', 'invoice.paid']),
    );
    for (const event of story?.events ?? []) expect(event.subscriptionId).toBe(id);
  });
});

describe('a team', () => {
  it('is found by its id and by how its name begins, and shows what became of it', async () => {
    const { teamId } = await apply();
    await adjustCredits(context(), { teamId, credits: 50, idempotencyKey: 'one', by });
    expect(await findTeams(context(), teamId)).toMatchObject([{ teamId, balance: 1050 }]);
    expect((await findTeams(context(), 'example te')).map((team) => team.teamId)).toContain(teamId);
    expect(await findTeams(context(), '%')).toEqual([]);
    expect(await getTeamStory(context(), teamId)).toMatchObject({
      credits: { balance: 1050 },
      purchases: [{ status: 'paid', amountMinor: 4900 }],
      entries: [{ kind: 'grant' }, { kind: 'purchase' }],
      events: [{ state: 'applied' }],
      actions: [{ action: 'credits_adjusted', reason: by.reason }],
    });
    expect(await getTeamStory(context(), 'team_none')).toBeNull();
  });
});

describe('the outbox', () => {
  it('shows what is stuck, and sends it once more by an operator’s word', async () => {
    const life = await subscribed();
    const { id } = await one(
      database.db,
      sql`update subscription_outbox set state = 'failed', next_attempt_at = null, error_code = 'refused'
        where team_id = ${life.teamId} and event_type = 'subscription_renewed' returning id`,
    );
    const stuck = { id, state: 'failed', isStuck: true, errorCode: 'refused' };
    expect((await listMessages(context(), { state: 'failed' })).entries).toMatchObject([stuck]);
    const request = { messageId: String(id), by };
    await resendMessage(context(), request);
    await expect(resendMessage(context(), request)).rejects.toMatchObject({ code: 'message_not_stuck' });
    await expect(resendMessage(context(), { ...request, messageId: 'none' })).rejects.toMatchObject({
      code: 'message_not_found',
    });
    expect((await listMessages(context(), { teamId: life.teamId, state: 'pending' })).entries).toMatchObject([
      { id, isStuck: false },
    ]);
    expect((await listActions(context(), { subject: `message:${id}` })).entries).toMatchObject([
      { action: 'message_resent', actorId: by.actorId, teamId: life.teamId, details: { before: 'failed' } },
    ]);
  });
});

describe('the overview', () => {
  it('counts the last day by hour and state, with how long it took', async () => {
    const before = await getOverview(context());
    await parkUnmapped();
    const after = await getOverview(context());
    expect(after.hours).toHaveLength(24);
    expect(after.received).toBe(before.received + 1);
    expect(after.byState.parked).toBe(before.byState.parked + 1);
    expect(after.figures.unsettled.parked).toBe((before.figures.unsettled.parked ?? 0) + 1);
    expect(after.figures.openCases.unknown_price).toBe((before.figures.openCases.unknown_price ?? 0) + 1);
    expect(after.hours.at(-1)?.settlingLag.p50).toBeGreaterThanOrEqual(0);
  });

  it('of nothing is empty and not a fault', async () => {
    const empty = await createTestDatabase();
    try {
      await createTeam(empty.db);
      const overview = await getOverview(testContext(empty.db));
      expect(overview).toMatchObject({ received: 0, workers: [] });
      expect(overview.figures.oldestUnsettledSeconds).toBeNull();
    } finally {
      await empty.drop();
    }
  });
});
