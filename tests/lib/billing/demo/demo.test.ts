import { randomUUID } from 'node:crypto';
import { eq, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as schema from '@/db/schema';
import { type DemoOwner, furnish } from '@/lib/billing/demo/furnish';
import { demoLimits, takeLabAction } from '@/lib/billing/demo/limits';
import { getOwnEvent, listOwnCases, listOwnEvents, replayOwnEvent } from '@/lib/billing/demo/operations';
import { removeDemos } from '@/lib/billing/demo/remove';
import type { LabContext } from '@/lib/billing/lab/context';
import { openCase } from '@/lib/billing/reconciliation/cases';
import { listSubscriptionViews } from '@/lib/billing/subscriptions/card';
import { fixedClock } from '@/lib/clock';
import { createTeam, testContext, testSecrets } from '@/tests/support/billing';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { balanceOf, expectInvariants, rows } from '@/tests/support/state';

const { teams, users, teamMembers, sessions, billingWebhookEvents } = schema;
const day = 86_400_000;
const now = new Date('2026-09-20T10:00:00Z');

let database: TestDatabase;
let context: LabContext;

beforeAll(async () => {
  database = await createTestDatabase();
  context = {
    ...testContext(database.db, { clock: fixedClock(now) }),
    endpoint: 'http://127.0.0.1:1/',
    deliver: () => Promise.reject(new Error('History is made without a network.')),
  };
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

type Lab = typeof import('@/lib/billing/lab');

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error);

/** The door of the lab as a server on this database has it. */
async function loadLab(): Promise<Lab> {
  vi.resetModules();
  Reflect.deleteProperty(globalThis, 'paidonceDatabase');
  for (const [name, value] of Object.entries({
    ...{ DATABASE_URL: database.url, LOG_LEVEL: 'silent', APP_URL: 'https://app.example.com' },
    ...{ SANDBOX_BILLING: 'on', SANDBOX_WEBHOOK_SECRET: testSecrets.sandbox },
  }))
    vi.stubEnv(name, value);
  return import('@/lib/billing/lab');
}

/** A visitor with a team that ends so many hours from now. */
async function openDemo(hours: number): Promise<DemoOwner> {
  const userId = `usr_${randomUUID()}`;
  const teamId = await createTeam(database.db);
  await database.db
    .update(teams)
    .set({ demoUntil: new Date(now.getTime() + hours * 3_600_000) })
    .where(eq(teams.id, teamId));
  await database.db.insert(users).values({ id: userId, name: 'Demo visitor', isAnonymous: true });
  await database.db.insert(teamMembers).values({ id: randomUUID(), teamId, userId, role: 'owner' });
  await database.db
    .insert(sessions)
    .values({ id: randomUUID(), token: randomUUID(), userId, expiresAt: new Date(now.getTime() + day) });
  return { teamId, userId };
}

describe('the year of a demo team', () => {
  let owner: DemoOwner;
  const ofTeam = (what: ReturnType<typeof sql>) => rows(database.db, what);

  beforeAll(async () => {
    owner = await openDemo(24);
    await furnish(context, owner);
  });

  it('went through the webhooks: a plan that renewed each month, once paid late, an upgrade, packs, money back', async () => {
    const periods = await ofTeam(
      sql`select p.kind, p.plan from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id
          where s.team_id = ${owner.teamId} order by p.period_start`,
    );
    expect(periods.map(({ kind }) => kind)).toEqual([
      'first',
      ...Array(3).fill('renewal'),
      'recovery',
      ...Array(8).fill('renewal'),
    ]);
    expect([periods[0]?.plan, periods[12]?.plan]).toEqual(['pro_monthly', 'business_monthly']);
    const purchases = await ofTeam(
      sql`select status from credit_purchases where team_id = ${owner.teamId} order by paid_at`,
    );
    expect(purchases.map(({ status }) => status)).toEqual(['paid', 'partially_refunded', 'paid']);
    const unsettled = await ofTeam(
      sql`select 1 from billing_webhook_events where team_id = ${owner.teamId} and state <> 'applied'`,
    );
    expect(unsettled).toEqual([]);
  });

  it('ends today: the plan is active, the balance adds up, and each movement has the time of its own day', async () => {
    const [subscription] = await listSubscriptionViews(context, owner.teamId);
    expect(subscription).toMatchObject({
      status: 'active',
      plan: { item: 'business_monthly' },
      access: { level: 'full' },
    });
    expect(await balanceOf(database.db, owner.teamId)).toBeGreaterThan(0);
    await expectInvariants(database.db);
    const [times] = await ofTeam(
      sql`select bool_and(created_at >= before) as ordered, min(created_at) < ${'2025-09-20'}::timestamptz as year, max(created_at) < ${now.toISOString()}::timestamptz as past
          from (select created_at, lag(created_at, 1, created_at) over (order by sequence) as before
                from credit_ledger_entries where team_id = ${owner.teamId}) as entries`,
    );
    expect(times).toEqual({ ordered: true, year: true, past: true });
  });

  it('tells apart what each event changed', async () => {
    const [times] = await ofTeam(
      sql`select count(*)::int as events, count(distinct settled_at)::int as times from billing_webhook_events
          where team_id = ${owner.teamId}`,
    );
    expect(times?.times).toBe(times?.events);
  });

  it('sends no mail about what never happened', async () => {
    const waiting = await ofTeam(
      sql`select 1 from subscription_outbox where team_id = ${owner.teamId} and state <> 'superseded'`,
    );
    expect(waiting).toEqual([]);
  });

  it('is told whole or not at all', async () => {
    const teamId = await createTeam(database.db);
    const settings = { ...context.settings, catalog: { ...context.settings.catalog, findItem: () => null } };
    await expect(furnish({ ...context, settings }, { teamId, userId: 'usr_nobody' })).rejects.toThrow();
    expect(await ofTeam(sql`select 1 from billing_checkouts where team_id = ${teamId}`)).toEqual([]);
  });
});

describe('what a visitor sees as an operator would', () => {
  it('is their own team’s events and cases, and no other’s', async () => {
    const [mine, other] = [await openDemo(24), await openDemo(24)];
    await arrived(mine, 'sbx_evt_mine');
    await arrived(other, 'sbx_evt_other');
    const { entries } = await listOwnEvents(context, { teamId: mine.teamId, cursor: null });
    expect(entries.map(({ eventId }) => eventId)).toEqual(['sbx_evt_mine']);
    expect(await getOwnEvent(context, mine.teamId, { provider: 'sandbox', eventId: 'sbx_evt_mine' })).not.toBeNull();
    expect(await getOwnEvent(context, mine.teamId, { provider: 'sandbox', eventId: 'sbx_evt_other' })).toBeNull();
    await opened(mine, 'dispute:sandbox:mine');
    await opened(other, 'dispute:sandbox:other');
    const cases = await listOwnCases(context, mine.teamId);
    expect(cases.map(({ subject }) => subject)).toEqual(['dispute:sandbox:mine']);
  });

  it('can be replayed where it is their own: what is settled is a duplicate', async () => {
    const [mine, other] = [await openDemo(24), await openDemo(24)];
    await arrived(mine, 'sbx_evt_replayed');
    const key = { provider: 'sandbox', eventId: 'sbx_evt_replayed' } as const;
    expect(await replayOwnEvent(context, { ...mine, key })).toMatchObject({ outcome: 'duplicate' });
    await expect(replayOwnEvent(context, { ...other, key })).rejects.toMatchObject({ code: 'event_not_found' });
  });

  it('is nothing for a team that is for keeps', async () => {
    const kept = await openDemo(24);
    await arrived(kept, 'sbx_evt_kept');
    await database.db.update(teams).set({ demoUntil: null }).where(eq(teams.id, kept.teamId));
    const key = { provider: 'sandbox', eventId: 'sbx_evt_kept' } as const;
    expect((await listOwnEvents(context, { teamId: kept.teamId, cursor: null })).entries).toEqual([]);
    expect(await getOwnEvent(context, kept.teamId, key)).toBeNull();
    await expect(replayOwnEvent(context, { ...kept, key })).rejects.toMatchObject({ code: 'event_not_found' });
  });

  async function opened({ teamId }: DemoOwner, subject: string): Promise<void> {
    const finding = { kind: 'dispute_opened', subject, local: null, remote: null } as const;
    const cause = { teamId, provider: null, eventId: null, at: now };
    await database.db.transaction((tx) => openCase(tx, finding, cause));
  }

  async function arrived({ teamId }: DemoOwner, eventId: string): Promise<void> {
    await database.db.insert(billingWebhookEvents).values({
      ...{ provider: 'sandbox', eventId, eventIdSource: 'provider', teamId, bodySha256: '', state: 'applied' },
      ...{ receivedAt: now, lastDeliveredAt: now, settledAt: now, outcome: 'applied' },
    });
  }
});

/** Beside a furnished one that stays. */
describe('the end of a demo team', () => {
  it('takes with it every row that is its own, and nothing of anybody else', async () => {
    const before = await countRows();
    const ending = await openDemo(-1);
    await furnish(context, ending);
    expect((await countRows()).credit_ledger_entries).toBeGreaterThan(before.credit_ledger_entries ?? 0);

    expect(await removeDemos(context, { isTimeLeft: () => true, limit: 100 })).toBe(1);
    expect(await countRows()).toEqual(before);
    expect(await database.db.select().from(users).where(eq(users.id, ending.userId))).toEqual([]);
  });

  it('does not come for a team that an account has claimed, nor before its time', async () => {
    const [claimed, young] = [await openDemo(-1), await openDemo(1)];
    await database.db.update(teams).set({ demoUntil: null }).where(eq(teams.id, claimed.teamId));
    expect(await removeDemos(context, { isTimeLeft: () => true, limit: 100 })).toBe(0);
    const left = await database.db.select({ id: teams.id }).from(teams);
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([claimed.teamId, young.teamId]));
  });
});

describe('the limits of a demo team', () => {
  it('are 60 things a minute in the lab, and a fresh start with the next minute', async () => {
    const { teamId } = await openDemo(24);
    for (let action = 0; action < demoLimits.actionsAMinute; action += 1) await takeLabAction(context, teamId);
    await expect(takeLabAction(context, teamId)).rejects.toMatchObject({ code: 'too_many_lab_actions' });
    const later = { ...context, clock: fixedClock(new Date(now.getTime() + 60_000)) };
    await expect(takeLabAction(later, teamId)).resolves.toBeUndefined();
  });

  it('are 2,000 events', async () => {
    const { teamId } = await openDemo(24);
    const event = (number: number): typeof billingWebhookEvents.$inferInsert => ({
      ...{ provider: 'sandbox', eventId: `sbx_evt_${teamId}_${number}`, eventIdSource: 'provider', teamId },
      ...{ receivedAt: now, lastDeliveredAt: now, bodySha256: '', state: 'applied' },
    });
    await database.db
      .insert(billingWebhookEvents)
      .values(Array.from({ length: demoLimits.events - 1 }, (_, n) => event(n)));
    await takeLabAction(context, teamId);
    await database.db.insert(billingWebhookEvents).values(event(demoLimits.events));
    await expect(takeLabAction(context, teamId)).rejects.toMatchObject({ code: 'demo_is_full' });
  });

  it('hold for everything that makes the sandbox send something', async () => {
    const { teamId } = await openDemo(24);
    const lab = await loadLab();
    const start = new Date(Math.floor(Date.now() / day) * day);
    const used = { key: `lab-day:${teamId}`, count: demoLimits.events };
    const windows = [start, new Date(start.getTime() + day)].map((windowStart) => ({ ...used, windowStart }));
    await database.db.insert(schema.rateLimits).values(windows);
    const acts: Record<string, () => Promise<unknown>> = {
      lab: () => lab.runLab({ teamId, purchaseId: 'none', action: 'send_again' }),
      portal: () => lab.actOnSubscription({ teamId, sandboxSubscriptionId: 'none', action: 'advance' }),
      timeMachine: () => lab.travel({ teamId, leap: 'year' }),
      card: () => lab.saveTestCard({ teamId, id: 'none', behaviour: 'accepts' }),
      subscription: () => lab.countLabAction(teamId),
    };
    const codes = Object.entries(acts).map(async ([name, act]) => [name, await act().then(() => null, codeOf)]);
    const full = Object.keys(acts).map((name) => [name, 'demo_is_full']);
    expect(await Promise.all(codes)).toEqual(full);
  });

  it('are none for a team that is for keeps', async () => {
    const teamId = await createTeam(database.db);
    for (let action = 0; action <= demoLimits.actionsAMinute; action += 1) await takeLabAction(context, teamId);
  });
});

async function countRows(): Promise<Record<string, number>> {
  const tables = Object.values(schema).flatMap((entry) => (is(entry, PgTable) ? [entry] : []));
  const counted = await Promise.all(
    tables.map(async (table) => {
      const [row] = await rows(database.db, sql`select count(*)::int as count from ${table}`);
      return [getTableName(table), Number(row?.count)] as const;
    }),
  );
  return Object.fromEntries(counted);
}
