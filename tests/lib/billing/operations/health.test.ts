import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { checkBearer } from '@/lib/billing/operations/bearer';
import { drainBySchedule } from '@/lib/billing/operations/cron';
import { getHealth } from '@/lib/billing/operations/health';
import { beat, removeOldHeartbeats } from '@/lib/billing/operations/heartbeats';
import { countDelivery } from '@/lib/billing/operations/meters';
import { renderMetrics } from '@/lib/billing/operations/metrics';
import { fixedClock } from '@/lib/clock';
import { send, testContext } from '../../../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../../../support/database';
import { createPayment } from '../../../support/payments';
import { rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.execute(sql`truncate worker_heartbeats, billing_webhook_events, reconciliation_cases`);
});

const nowhere = () => openConnection('postgres://postgres:secret@127.0.0.1:9/nothing');
const seenAt = () => rows(database.db, sql`select kind, seen_at from worker_heartbeats order by seen_at`);

describe('the health', () => {
  it('is ok while a process drains and nothing waits too long', async () => {
    const context = testContext(database.db, { clock: fixedClock(new Date()) });
    await beat(database.db, { id: 'w', kind: 'worker', startedAt: context.clock.now() }, context.clock.now());
    const health = await getHealth(context);
    expect(health).toMatchObject({ status: 'ok', database: 'up', workerAgeSeconds: 0, overdueSeconds: null });
    expect(health.migrations).toMatchObject({ missing: 0 });
    expect(health.migrations?.applied).toBeGreaterThan(0);
  });

  it('says that nobody drains, and how long what is due has waited', async () => {
    const clock = fixedClock(new Date());
    const context = testContext(database.db, { clock });
    const payment = await createPayment(database.db);
    await send(context, { provider: 'stripe', body: payment.refunded('re_1', 100) });
    clock.advance(20 * 60_000);
    const health = await getHealth(context);
    expect(health).toMatchObject({ status: 'degraded', workerAgeSeconds: null });
    expect(health.overdueSeconds).toBeGreaterThan(1000);
    expect(health.problems).toHaveLength(2);
  });

  it('is down without a database, and names neither its address nor its password', async () => {
    const health = await getHealth(testContext(nowhere()));
    expect(health).toMatchObject({ status: 'down', database: 'down', migrations: null });
    expect(JSON.stringify(health)).not.toMatch(/127\.0\.0\.1|secret/);
  });

  it('is down while a migration is missing', async () => {
    const other = await createTestDatabase();
    await other.db.execute(sql`
      delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`);
    expect(await getHealth(testContext(other.db))).toMatchObject({
      status: 'down',
      database: 'up',
      problems: expect.arrayContaining(['A migration is missing: run npm run db:migrate.']),
    });
    await other.drop();
  });
});

describe('heartbeats', () => {
  it('of one process are one row, written once in five seconds', async () => {
    const startedAt = new Date('2026-09-20T12:00:00Z');
    const at = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000);
    for (const seconds of [0, 1, 4]) await beat(database.db, { id: 'w', kind: 'worker', startedAt }, at(seconds));
    expect(await seenAt()).toEqual([{ kind: 'worker', seen_at: '2026-09-20 12:00:00+00' }]);
    await beat(database.db, { id: 'w', kind: 'worker', startedAt }, at(5));
    expect(await seenAt()).toEqual([{ kind: 'worker', seen_at: '2026-09-20 12:00:05+00' }]);
  });

  it('of processes that died are removed a day later', async () => {
    const startedAt = new Date('2026-09-20T12:00:00Z');
    await beat(database.db, { id: 'dead', kind: 'worker', startedAt }, startedAt);
    await removeOldHeartbeats(database.db, new Date('2026-09-21T11:59:00Z'));
    expect(await seenAt()).toHaveLength(1);
    await removeOldHeartbeats(database.db, new Date('2026-09-21T12:01:00Z'));
    expect(await seenAt()).toEqual([]);
  });

  it('come from a schedule too, whose pass throws when there is no database', async () => {
    await drainBySchedule(testContext(database.db), { budgetMs: 1000 });
    expect(await seenAt()).toMatchObject([{ kind: 'cron' }]);
    await expect(drainBySchedule(testContext(nowhere()), { budgetMs: 1000 })).rejects.toThrow();
  });
});

describe('the metrics', () => {
  it('count what is not settled, what is due, cases, messages, lag and workers', async () => {
    const context = testContext(database.db);
    const [paid, lost] = [await createPayment(database.db), await createPayment(database.db)];
    await send(context, { provider: 'stripe', body: paid.paid({ created: Math.floor(Date.now() / 1000) - 30 }) });
    await send(context, { provider: 'stripe', body: lost.refunded('re_2', 100) });
    await send(context, { provider: 'stripe', body: new TextEncoder().encode('{"id":"evt_unreadable"}') });
    await beat(database.db, { id: 'w', kind: 'worker', startedAt: new Date() }, new Date());
    countDelivery('stripe', { httpStatus: 200, status: 'applied' });
    countDelivery('made-up', { httpStatus: 404, status: 'unknown_provider' });
    for (let n = 0; n < 3; n += 1) countDelivery('polar', { httpStatus: 400, status: 'wrong_signature' });
    const { type, text } = await renderMetrics(context);
    expect(type).toContain('text/plain');
    expect(text).toContain('paidonce_events{state="waiting"} 1');
    expect(text).toContain('paidonce_events{state="parked"} 1');
    expect(text).toContain('paidonce_events{state="retrying"} 0');
    expect(text).toContain('paidonce_events_received_last_hour 3');
    expect(text).toContain('paidonce_open_cases{kind="unreadable_payload"} 1');
    expect(text).toMatch(/paidonce_outbox_messages\{state="pending"\} \d/);
    expect(text).toMatch(/paidonce_receipt_lag_seconds\{quantile="0.5"\} \d/);
    expect(text).toContain('paidonce_workers 1');
    expect(text).toMatch(/paidonce_worker_age_seconds\{kind="worker"\} \d/);
    expect(text).toContain('paidonce_webhook_deliveries_total{provider="stripe",status="applied"} 1');
    expect(text).toContain('paidonce_webhook_deliveries_total{provider="unknown",status="unknown_provider"} 1');
    expect(text.match(/paidonce_webhook_deliveries_total\{provider="polar".*/g)).toEqual([
      'paidonce_webhook_deliveries_total{provider="polar",status="wrong_signature"} 3',
    ]);
    expect(text).not.toContain(paid.teamId);
  });

  it('have how long the passes took', async () => {
    await drainBySchedule(testContext(database.db), { budgetMs: 1000 });
    expect((await renderMetrics(testContext(database.db))).text).toMatch(/paidonce_drain_seconds_count [1-9]/);
  });
});

describe('a bearer token', () => {
  it.each([
    ['Bearer right', 'right', 'admitted'],
    ['bearer right', 'right', 'admitted'],
    ['Bearer wrong', 'right', 'refused'],
    ['Bearer ', 'right', 'refused'],
    ['right', 'right', 'refused'],
    [null, 'right', 'refused'],
    ['Bearer right', undefined, 'unset'],
    ['Bearer undefined', undefined, 'unset'],
  ])('%s against %s is %s', (header, token, expected) => {
    expect(checkBearer(header, token)).toBe(expected);
  });
});

describe('every line of an event that the worker applies', () => {
  it('carries its id, from the receipt on', async () => {
    const payment = await createPayment(database.db);
    const clock = fixedClock(new Date());
    const context = testContext(database.db, { clock });
    const failing = testContext(database.db, {
      clock,
      log: context.log,
      onStep: (step) => {
        if (step === 'worked') throw new Error('not now');
      },
    });
    const body = payment.paid();
    const { id } = JSON.parse(new TextDecoder().decode(body));
    await send(failing, { provider: 'stripe', body });
    clock.advance(60_000);
    await drain(context, { budgetMs: 60_000 });
    const story = context.lines.map((line) => JSON.parse(line)).filter(({ eventId }) => eventId === id);
    expect(story.map(({ message, status }) => `${message}: ${status}`)).toEqual([
      'webhook received: retrying',
      'event attempted again: applied',
    ]);
  });
});
