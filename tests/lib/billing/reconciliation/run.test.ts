import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { type Finding, reconcile } from '@/lib/billing/reconciliation/run';
import { claimRun, findWatermark, keepPosition } from '@/lib/billing/reconciliation/runs';
import { type Api, settingsWith, startApiOf } from '@/tests/support/apis';
import { createIntent, createTeam, fixedClock, send, testContext } from '@/tests/support/billing';
import { ownFixture } from '@/tests/support/bursts';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { changeFixture } from '@/tests/support/fixtures';
import { openCasesOf, periodsOf } from '@/tests/support/life';
import { balanceOf, count, expectInvariants, one, rows } from '@/tests/support/state';

let database: TestDatabase;
const dropped: TestDatabase[] = [];
let api: Api;

beforeEach(async () => {
  database = await createTestDatabase();
  dropped.push(database);
  api = await startApiOf('stripe');
});
afterEach(async () => {
  await api.close();
  await expectInvariants(database.db);
});
afterAll(() => Promise.all(dropped.map((one) => one.drop())));

const start = '2026-10-02T00:00:00Z';
const hour = 3_600_000;
/** Before all that was lost; a first run looks back thirty days by itself. */
const since = new Date('2026-08-31T00:00:00Z');

/** A house that Stripe's interface can be asked for, and as many teams whose events were never delivered. */
async function lose(teams: number) {
  const clock = fixedClock(start);
  const context = testContext(database.db, { clock, settings: settingsWith({ stripe: api }) });
  const lost = [];
  for (let n = 1; n <= teams; n += 1) {
    const own = { scope: String(n), teamId: await createTeam(database.db), checkoutId: `chk_lost_${n}` };
    await createIntent(database.db, {
      teamId: own.teamId,
      provider: 'stripe',
      id: own.checkoutId,
      item: 'pro_monthly',
    });
    const body = (name: string, changes = {}) => ownFixture('stripe', name, own, changes);
    for (const name of [
      'customer.subscription.updated.renewed',
      'invoice.paid.subscription_create',
      'invoice.paid.subscription_cycle',
    ])
      api.show(body(name));
    lost.push({ ...own, body });
  }
  return { clock, context, lost };
}

const everything = () =>
  rows(
    database.db,
    sql`select (select count(*) from billing_webhook_events) as events, (select count(*) from subscriptions) as subscriptions,
      (select count(*) from subscription_billing_periods) as periods, (select count(*) from credit_ledger_entries) as entries,
      (select count(*) from reconciliation_watermarks) as watermarks, (select count(*) from subscription_outbox) as messages`,
  );

describe('a run', () => {
  it('applies what no webhook told, under the keys by which a webhook is a duplicate then', async () => {
    const { context, lost } = await lose(2);
    expect(await reconcile(context, { provider: 'stripe', since })).toMatchObject({
      ...{ kind: 'done', counted: { compared: 6 } },
    });
    for (const { teamId, body } of lost) {
      expect(await periodsOf(database.db, teamId)).toEqual([
        'first 2026-09-01 2026-10-01',
        'renewal 2026-10-01 2026-11-01',
      ]);
      expect(await balanceOf(database.db, teamId)).toBe(1000);
      const late = (name: string) => send(context, { provider: 'stripe', body: body(name) });
      expect(await late('invoice.paid.subscription_create')).toMatchObject({ status: 'duplicate' });
      expect(await late('invoice.paid.subscription_cycle')).toMatchObject({ status: 'duplicate' });
      expect(await late('customer.subscription.updated.renewed')).toMatchObject({ status: 'stale' });
      expect(await balanceOf(database.db, teamId)).toBe(1000);
    }
  });

  it('finds nothing the second time, and stores nothing', async () => {
    const { context } = await lose(2);
    await reconcile(context, { provider: 'stripe' });
    const before = await everything();
    expect(await reconcile(context, { provider: 'stripe' })).toMatchObject({ counted: { differences: 0, applied: 0 } });
    expect(await everything()).toEqual(before);
  });

  it('without changes prints what it would do, is recorded, and moves no watermark', async () => {
    const { context } = await lose(2);
    const before = await everything();
    const found: Finding[] = [];
    const onFinding = (finding: Finding) => found.push(finding);
    const dry = await reconcile(context, { provider: 'stripe', since, isDryRun: true, onFinding });
    expect(dry).toMatchObject({ kind: 'done', counted: { differences: 6, applied: 0 } });
    expect(found.map(({ what, kind, outcome }) => `${what} ${kind} ${outcome}`).sort()).toEqual([
      ...Array(4).fill('period missing found'),
      ...Array(2).fill('subscription missing found'),
    ]);
    expect(await everything()).toEqual(before);
    const [run] = await rows(database.db, sql`select state, is_dry_run, differences from reconciliation_runs`);
    expect(run).toMatchObject({ state: 'done', is_dry_run: true, differences: 6 });
  });

  it('asks from the watermark on, a little before it, once there is one', async () => {
    const { context, clock } = await lose(1);
    await reconcile(context, { provider: 'stripe' });
    expect(await findWatermark(database.db, 'stripe')).toEqual(new Date(start));
    clock.advance(24 * hour);
    await reconcile(context, { provider: 'stripe' });
    expect(await findWatermark(database.db, 'stripe')).toEqual(clock.now());
    const last = await one(database.db, sql`select since from reconciliation_runs order by started_at desc limit 1`);
    expect(new Date(String(last.since))).toEqual(new Date(Date.parse(start) - hour));
  });

  it('over a time that leaves a gap behind the watermark does not move it', async () => {
    const { context, clock } = await lose(1);
    await reconcile(context, { provider: 'stripe' });
    clock.advance(48 * hour);
    await reconcile(context, { provider: 'stripe', since: new Date(clock.now().getTime() - hour) });
    expect(await findWatermark(database.db, 'stripe')).toEqual(new Date(start));
  });

  it('opens a case for what nobody can be found for, once it had its time', async () => {
    const { context, clock } = await lose(0);
    const foreign = {
      'data.object.metadata': {},
      'data.object.client_reference_id': null,
      'data.object.customer': 'cus_x',
    };
    api.show(
      changeFixture('stripe', 'checkout.session.completed.payment', { ...foreign, 'data.object.id': 'cs_foreign' }),
    );
    const found: Finding[] = [];
    await reconcile(context, { provider: 'stripe', onFinding: (finding) => found.push(finding) });
    expect(found).toMatchObject([{ what: 'purchase', key: 'cs_foreign', outcome: 'waiting' }]);
    clock.advance(hour);
    await drain(context, { budgetMs: 60_000 });
    const cases = await rows(database.db, sql`select kind, subject from reconciliation_cases where state = 'open'`);
    expect(cases).toEqual([{ kind: 'unknown_team', subject: 'purchase:cs_foreign' }]);
    // The next day it is the same case, and no second row.
    await reconcile(context, { provider: 'stripe', since: new Date('2026-09-01T00:00:00Z') });
    expect(await count(database.db, sql`select count(*) from billing_webhook_events`)).toBe(1);
  });

  it('closes the case that holds two periods which do not join, by what lies between them', async () => {
    const { context, clock, lost } = await lose(1);
    const [team] = lost;
    if (!team) throw new Error('There is a team.');
    const deaf = { ...context, settings: settingsWith({}) };
    const later = {
      'data.object.id': 'in_third',
      'data.object.lines.data.0.period': { start: 1_793_527_200, end: 1_796_119_200 },
    };
    clock.set('2026-11-01T11:00:00Z');
    await send(deaf, { provider: 'stripe', body: team.body('invoice.paid.subscription_create') });
    await send(deaf, { provider: 'stripe', body: team.body('invoice.paid.subscription_cycle', later) });
    for (let n = 0; n < 8; n += 1) {
      clock.advance(hour / 6);
      await drain(deaf, { budgetMs: 60_000 });
    }
    const [held] = await rows(
      database.db,
      sql`select kind, local, remote from reconciliation_cases where state = 'open' and kind = 'renewal_period_is_not_contiguous'`,
    );
    expect(held?.local).toMatchObject({ currentPeriodEnd: '2026-10-01T10:00:00.000000Z' });
    expect(held?.remote).toMatchObject({ start: '2026-11-01T10:00:00.000000Z', end: '2026-12-01T10:00:00.000000Z' });
    await reconcile(context, { provider: 'stripe' });
    expect(await openCasesOf(database.db, team.teamId)).toEqual([]);
    expect(await count(database.db, sql`select count(*) from reconciliation_cases where state = 'open'`)).toBe(0);
    expect(await periodsOf(database.db, team.teamId)).toEqual([
      'first 2026-09-01 2026-10-01',
      'renewal 2026-10-01 2026-11-01',
      'renewal 2026-11-01 2026-12-01',
    ]);
  });
});

describe('a run that is cut off', () => {
  it('by the end of its time goes on where it stopped, and the watermark waits for the end', async () => {
    const { context, lost } = await lose(5);
    const paused = await reconcile(context, { provider: 'stripe', since, isTimeLeft: () => false });
    expect(paused).toMatchObject({ kind: 'paused', counted: { compared: 3 } });
    expect(await findWatermark(database.db, 'stripe')).toBeNull();
    const asked = api.requests.length;
    expect(await reconcile(context, { provider: 'stripe' })).toMatchObject({ kind: 'done', counted: { compared: 15 } });
    expect(api.requests.slice(asked).filter((path) => path.startsWith('/v1/subscriptions?'))).toHaveLength(1);
    expect(await findWatermark(database.db, 'stripe')).toEqual(new Date(start));
    for (const { teamId } of lost) expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('by the death of its process is taken over once its lease is over, and completes', async () => {
    const { context, clock, lost } = await lose(3);
    const now = clock.now();
    const run = await claimRun(database.db, { provider: 'stripe', since: null, isDryRun: false, now });
    if (!run) throw new Error('Nobody else runs it.');
    const counted = { compared: 3, differences: 3, applied: 0, casesOpened: 0 };
    await keepPosition(database.db, run, { position: { list: 'checkouts', cursor: null }, counted, now });
    expect(await reconcile(context, { provider: 'stripe' })).toEqual({ kind: 'busy' });
    clock.advance(hour);
    expect(await reconcile(context, { provider: 'stripe' })).toMatchObject({ kind: 'done', run: { id: run.id } });
    for (const { teamId } of lost) expect(await periodsOf(database.db, teamId)).toHaveLength(2);
  });

  it('by a provider that fails keeps what it applied, says why, and the next one completes it', async () => {
    const { context, lost } = await lose(4);
    for (let n = 0; n < 5; n += 1) api.failOnce({ path: '/v1/invoices', skip: n === 0 ? 1 : 0, status: 400 });
    const failed = await reconcile(context, { provider: 'stripe' });
    expect(failed).toMatchObject({ kind: 'failed', code: 'provider_refused' });
    const [row] = await rows(database.db, sql`select state, error from reconciliation_runs`);
    expect(row).toEqual({ state: 'failed', error: 'provider_refused' });
    expect(await findWatermark(database.db, 'stripe')).toBeNull();
    for (let n = 0; n < 5 && (await reconcile(context, { provider: 'stripe' })).kind !== 'done'; n += 1);
    for (const { teamId } of lost) expect(await balanceOf(database.db, teamId)).toBe(1000);
  });

  it('is not begun twice at once', async () => {
    const { context } = await lose(3);
    const runs = await Promise.all([1, 2, 3].map(() => reconcile(context, { provider: 'stripe' })));
    expect(runs.map(({ kind }) => kind).sort()).toEqual(['busy', 'busy', 'done']);
  });
});

describe('by itself', () => {
  it('once a day the worker finds what three minutes of outage lost', async () => {
    const { context, clock, lost } = await lose(1);
    const [team] = lost;
    await drain(context, { budgetMs: 60_000 });
    expect(await balanceOf(database.db, team?.teamId ?? '')).toBe(1000);
    const asked = api.requests.length;
    clock.advance(23 * hour);
    await drain(context, { budgetMs: 60_000 });
    expect(api.requests).toHaveLength(asked);
    clock.advance(2 * hour);
    await drain(context, { budgetMs: 60_000 });
    expect(api.requests.length).toBeGreaterThan(asked);
  });

  it('a run that failed is tried again after an hour', async () => {
    const { context, clock } = await lose(1);
    api.failOnce({ path: '/v1/subscriptions', status: 401 });
    await drain(context, { budgetMs: 60_000 });
    const asked = api.requests.length;
    clock.advance(hour / 2);
    await drain(context, { budgetMs: 60_000 });
    expect(api.requests).toHaveLength(asked);
    clock.advance(hour);
    await drain(context, { budgetMs: 60_000 });
    expect(await findWatermark(database.db, 'stripe')).toEqual(clock.now());
  });
});
