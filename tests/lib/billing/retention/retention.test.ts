import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { exportEvents } from '@/lib/billing/retention/export';
import { prune } from '@/lib/billing/retention/prune';
import { fixedClock } from '@/lib/clock';
import { send, testContext } from '../../../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { newLife, periodsOf, subscriptionOf } from '../../../support/life';
import { createPayment } from '../../../support/payments';
import { balanceOf, count, expectInvariants, rows } from '../../../support/state';

const day = 24 * 60 * 60 * 1000;
const start = '2026-09-20T12:00:00Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.execute(sql`truncate billing_webhook_events, retention_watermarks`);
});

const later = (days: number) =>
  testContext(database.db, { clock: fixedClock(new Date(Date.parse(start) + days * day)) });
const always = { isTimeLeft: () => true };
const countEvents = () => count(database.db, sql`select count(*) from billing_webhook_events`);
const countBodies = () =>
  count(database.db, sql`select count(*) from billing_webhook_events where raw_body is not null`);

async function exportTo(days: number, options: { all?: boolean } = {}): Promise<Record<string, unknown>[]> {
  const lines: string[] = [];
  const write = async (line: string) => {
    lines.push(line);
  };
  await exportEvents(later(days), { write, finish: async () => {}, ...options });
  return lines.map((line) => JSON.parse(line));
}

/** A purchase that is applied, and a refund that waits for a payment that never comes. */
async function receiveSome() {
  const context = later(0);
  const payment = await createPayment(database.db);
  const paid = payment.paid();
  expect((await send(context, { provider: 'stripe', body: paid })).status).toBe('applied');
  const lost = await createPayment(database.db);
  const waiting = lost.refunded(`re_${lost.paymentId}`, 4900);
  expect((await send(context, { provider: 'stripe', body: waiting })).status).toBe('waiting');
  return { payment, paid };
}

describe('bodies', () => {
  it('of settled events are emptied after 90 days, and not a day before', async () => {
    await receiveSome();
    await prune(later(89), always);
    expect(await countBodies()).toBe(2);
    expect(await prune(later(91), always)).toBe(1);
    expect(
      await rows(
        database.db,
        sql`select state, raw_body is null as is_empty from billing_webhook_events order by state`,
      ),
    ).toEqual([
      { state: 'applied', is_empty: true },
      { state: 'waiting', is_empty: false },
    ]);
  });

  it('are emptied in batches that leave out what somebody works on', async () => {
    await receiveSome();
    const holder = openConnection(database.url, { max: 1 });
    await holder.transaction(async (tx) => {
      await tx.execute(sql`select 1 from billing_webhook_events where state = 'applied' for update`);
      expect(await prune(later(91), always)).toBe(0);
    });
    expect(await prune(later(91), always)).toBe(1);
  });

  it('stop between two batches when the time is over', async () => {
    await database.db.execute(sql`
      insert into billing_webhook_events (provider, event_id, event_id_source, received_at, last_delivered_at, raw_body,
        body_sha256, state, settled_at)
      select 'stripe', 'evt_' || n, 'provider', ${start}::timestamptz, ${start}::timestamptz, 'x', '', 'ignored',
        ${start}::timestamptz from generate_series(1, 500) as n`);
    let turns = 1;
    const isTimeLeft = () => turns-- > 0;
    expect(await prune(later(91), { isTimeLeft })).toBe(200);
    expect(await countBodies()).toBe(300);
  });
});

describe('rows of settled events', () => {
  it('are never deleted before they were exported', async () => {
    await receiveSome();
    await prune(later(500), always);
    expect(await countEvents()).toBe(2);
  });

  it('are deleted after 400 days once they were exported; what is not settled stays', async () => {
    const { payment } = await receiveSome();
    expect(await exportTo(30)).toHaveLength(1);
    await prune(later(399), always);
    expect(await countEvents()).toBe(2);
    await prune(later(401), always);
    expect(await rows(database.db, sql`select state from billing_webhook_events`)).toEqual([{ state: 'waiting' }]);
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
  });

  it('that were settled after the export are not deleted with the others', async () => {
    const { payment } = await receiveSome();
    await exportTo(30);
    await database.db.execute(sql`
      update billing_webhook_events set state = 'dismissed', settled_at = ${new Date(Date.parse(start) + 40 * day).toISOString()}
      where state = 'waiting'`);
    await prune(later(450), always);
    expect(await rows(database.db, sql`select state from billing_webhook_events`)).toEqual([{ state: 'dismissed' }]);
    expect((await exportTo(451)).map(({ state }) => state)).toEqual(['dismissed']);
    await prune(later(452), always);
    expect(await countEvents()).toBe(0);
    await expectInvariants(database.db, payment.teamId);
  });

  it('go with a background pass too', async () => {
    await receiveSome();
    await exportTo(30);
    await drain(later(401), { budgetMs: 60_000 });
    expect(await count(database.db, sql`select count(*) from billing_webhook_events where state = 'applied'`)).toBe(0);
  });
});

describe('the export', () => {
  it('holds each settled event once, with its body, and goes on where the last one ended', async () => {
    const { payment, paid } = await receiveSome();
    const [first, ...others] = await exportTo(1);
    expect(others).toEqual([]);
    expect(first).toMatchObject({ provider: 'stripe', state: 'applied', team_id: payment.teamId, outcome: 'applied' });
    expect(first?.raw_body_base64).not.toContain('\n');
    expect(Buffer.from(String(first?.raw_body_base64), 'base64')).toEqual(Buffer.from(paid));
    expect(await exportTo(2)).toEqual([]);
    expect(await exportTo(3, { all: true })).toHaveLength(1);
  });

  it('is read in pages and leaves nothing out', async () => {
    await database.db.execute(sql`
      insert into billing_webhook_events (provider, event_id, event_id_source, received_at, last_delivered_at, body_sha256,
        state, settled_at)
      select 'stripe', 'evt_' || n, 'provider', ${start}::timestamptz + n % 7 * interval '1 second', ${start}::timestamptz,
        '', 'ignored', ${start}::timestamptz from generate_series(1, 1203) as n`);
    const exported = await exportTo(1);
    expect(new Set(exported.map(({ event_id }) => event_id)).size).toBe(1203);
    expect(exported).toHaveLength(1203);
  });

  it('that breaks off moves no watermark, so nothing that is not safe is deleted', async () => {
    await receiveSome();
    const breaking = exportEvents(later(30), {
      write: async () => {},
      finish: async () => {
        throw new Error('the disk is full');
      },
    });
    await expect(breaking).rejects.toThrow('the disk is full');
    await prune(later(500), always);
    expect(await countEvents()).toBe(2);
  });

  it('leaves out what was settled within the last hour: its transaction may not have ended', async () => {
    await receiveSome();
    expect(await exportTo(0.01)).toEqual([]);
    expect(await exportTo(1)).toHaveLength(1);
  });

  it('never moves the watermark back', async () => {
    await receiveSome();
    const settledAt = new Date(Date.parse(start) + 20 * day).toISOString();
    await database.db.execute(sql`update billing_webhook_events set settled_at = ${settledAt} where state = 'applied'`);
    expect(await exportTo(30)).toHaveLength(1);
    expect(await exportTo(10, { all: true })).toEqual([]);
    await prune(later(401), always);
    expect(await countEvents()).toBe(1);
  });
});

describe('an event whose row was deleted and that comes again', () => {
  const forget = async () => {
    await exportTo(399);
    await prune(later(401), always);
    expect(await countEvents()).toBe(0);
  };

  it('gives nothing twice: a purchase and its refund', async () => {
    const payment = await createPayment(database.db);
    const bodies = [payment.paid(), payment.refunded(`re_${payment.paymentId}`, 2450)];
    for (const body of bodies) await send(later(0), { provider: 'stripe', body });
    expect(await balanceOf(database.db, payment.teamId)).toBe(500);
    await forget();
    for (const body of bodies) expect((await send(later(401), { provider: 'stripe', body })).status).toBe('duplicate');
    expect(await balanceOf(database.db, payment.teamId)).toBe(500);
    await expectInvariants(database.db, payment.teamId);
  });

  it('moves no subscription and no period', async () => {
    const life = await newLife(database.db, 'stripe', { clock: fixedClock(start) });
    const bodies = [
      life.body('checkout.session.completed.subscription'),
      life.body('customer.subscription.created'),
      life.body('invoice.paid.subscription_create'),
      life.body('customer.subscription.updated.cancel_at_period_end'),
    ];
    for (const body of bodies) expect((await send(life.context, { provider: 'stripe', body })).status).toBe('applied');
    const standing = async () => ({
      periods: await periodsOf(database.db, life.teamId),
      subscription: { ...(await subscriptionOf(database.db, life.teamId)), updated_at: null },
      ledger: await rows(
        database.db,
        sql`select * from credit_ledger_entries where team_id = ${life.teamId} order by sequence`,
      ),
      audits: await count(
        database.db,
        sql`select count(*) from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id
          where s.team_id = ${life.teamId}`,
      ),
      messages: await count(database.db, sql`select count(*) from subscription_outbox where team_id = ${life.teamId}`),
      cases: await count(database.db, sql`select count(*) from reconciliation_cases where team_id = ${life.teamId}`),
    });
    const before = await standing();
    await forget();
    for (const body of bodies)
      expect(['duplicate', 'stale']).toContain((await send(later(401), { provider: 'stripe', body })).status);
    expect(await standing()).toEqual(before);
  });
});
