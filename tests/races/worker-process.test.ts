import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeam, send, testContext, usualLockWait } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { newLife, periodsOf, subscriptionOf } from '../support/life';
import { until } from '../support/locks';
import { createPayment } from '../support/payments';
import { runScript } from '../support/processes';
import { balanceOf, count, expectInvariants, one, rows } from '../support/state';
import { tally } from '../support/tally';
import { startWorker } from '../support/worker';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const unsettled = () =>
  count(database.db, sql`select count(*) from billing_webhook_events where state in ('retrying', 'waiting')`);

describe('the worker', () => {
  it('finishes what a delivery could not: the subscription was held, nobody worked, and then it is applied once', async () => {
    const life = await newLife(database.db, 'stripe');
    expect(await life.tell('checkout.session.completed.subscription')).toBe('applied');
    const held = await subscriptionOf(database.db, life.teamId);
    const holder = openConnection(database.url, { max: 1 });
    await holder.transaction(async (tx) => {
      await tx.execute(sql`select 1 from subscriptions where id = ${String(held?.id)} for update`);
      const body = life.body('invoice.paid.subscription_create');
      const context = { ...life.context, waits: usualLockWait };
      expect((await send(context, { provider: 'stripe', body })).status).toBe('retrying');
    });
    expect(await periodsOf(database.db, life.teamId)).toEqual([]);
    const worker = await startWorker(database.url);
    await until(async () => (await unsettled()) === 0);
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(1);
    expect(await life.tell('invoice.paid.subscription_create')).toBe('duplicate');
    expect(await periodsOf(database.db, life.teamId)).toHaveLength(1);
    await expectInvariants(database.db, life.teamId);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });

  it('is seen while it runs, and not any more once it was stopped', async () => {
    const seen = () => rows(database.db, sql`select kind from worker_heartbeats`);
    const workers = [await startWorker(database.url), await startWorker(database.url)];
    await until(async () => (await seen()).length === 2);
    expect(await seen()).toEqual([{ kind: 'worker' }, { kind: 'worker' }]);
    workers[0]?.child.kill('SIGINT');
    expect(await workers[0]?.ended).toBe(0);
    expect(workers[0]?.stdout()).toContain('Stopped.');
    expect(await seen()).toHaveLength(1);
    workers[1]?.child.kill('SIGTERM');
    expect(await workers[1]?.ended).toBe(0);
    expect(await seen()).toEqual([]);
  });

  it('that is asked to stop finishes the event in hand and begins no other', async () => {
    const teamId = await createTeam(database.db);
    const payments = await Promise.all(Array.from({ length: 40 }, () => createPayment(database.db, { teamId })));
    await leaveToWorker(payments.map((payment) => payment.paid()));
    const holder = openConnection(database.url, { max: 1 });
    const worker = await holder.transaction(async (tx) => {
      await tx.execute(sql`lock table credit_purchases in share mode`);
      await makeDue();
      const started = await startWorker(database.url);
      await until(async () => (await countBlocked()) > 0);
      started.child.kill('SIGTERM');
      return started;
    });
    expect(await worker.ended).toBe(0);
    const states = await rows(database.db, sql`select state from billing_webhook_events where team_id = ${teamId}`);
    const { applied = 0, retrying = 0 } = tally(states.map(({ state }) => String(state)));
    expect({ sum: applied + retrying, isOneInHand: applied <= 1 }).toEqual({ sum: 40, isOneInHand: true });
    expect(await balanceOf(database.db, teamId)).toBe(applied * 1000);
    await expectInvariants(database.db, teamId);
  });

  it('shares one event with another worker: one of them applies it, once', async () => {
    const payment = await createPayment(database.db);
    const workers = [await startWorker(database.url), await startWorker(database.url)];
    await leaveToWorker([payment.paid()]);
    await makeDue();
    await until(async () => (await balanceOf(database.db, payment.teamId)) > 0);
    for (const worker of workers) worker.child.kill('SIGTERM');
    await Promise.all(workers.map(({ ended }) => ended));
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
    expect(
      await one(database.db, sql`select state, attempts from billing_webhook_events where team_id = ${payment.teamId}`),
    ).toEqual({ state: 'applied', attempts: 2 });
  });

  it('hears at once of what a delivery left, where it has a direct connection', async () => {
    const worker = await startWorker(database.url, { DATABASE_URL_DIRECT: database.url });
    const listening = sql`select count(*) from pg_stat_activity where datname = current_database() and query ilike 'listen%'`;
    expect(await count(database.db, listening)).toBe(1);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
  });

  it('says in a sentence that there is no database, and ends with 1', async () => {
    const nothing = runScript('scripts/worker.ts', [`/tmp/nothing-${randomUUID()}`], {});
    expect(await nothing.ended).toBe(1);
    expect(nothing.stderr().trim()).toBe(
      'No database is in use: DATABASE_URL is not set and the embedded Postgres is not running (npm run dev starts it).',
    );
  });
});

/** Receipts of attempts that failed. */
async function leaveToWorker(bodies: readonly Uint8Array[]): Promise<void> {
  const failing = testContext(database.db, {
    onStep: (step) => {
      if (step === 'worked') throw new Error('not now');
    },
  });
  for (const body of bodies) expect((await send(failing, { provider: 'stripe', body })).status).toBe('retrying');
}

const makeDue = () =>
  database.db.execute(sql`update billing_webhook_events set next_attempt_at = now() where next_attempt_at is not null`);

const countBlocked = () =>
  count(
    database.db,
    sql`select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
