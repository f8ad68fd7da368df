import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { fixedClock } from '@/lib/clock';
import { createRandom } from '../soak/random';
import { createBacklog } from '../support/backlog';
import { testContext } from '../support/billing';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/locks';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver';
import type { RunningProcess } from '../support/processes';
import { balanceOf, count, expectInvariants, rows } from '../support/state';
import { tally } from '../support/tally';
import { startWorker } from '../support/worker';

const events = Number(process.env.WORKER_EVENTS ?? 500);
const kills = Number(process.env.WORKER_KILLS ?? 5);
const teams = 25;

let database: TestDatabase;
let receiver: MailReceiver;
beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), openMailReceiver()]);
});
afterAll(async () => {
  await receiver.close();
  await database.drop();
});

const start = () =>
  startWorker(database.url, {
    RESEND_API_KEY: 're_test',
    RESEND_BASE_URL: receiver.url,
    EMAIL_FROM: 'Shop <billing@shop.example>',
    LOG_LEVEL: 'error',
  });

/** Pieces of work that are done: events applied and messages sent. */
const countDone = () =>
  count(
    database.db,
    sql`select (select count(*) from billing_webhook_events where state = 'applied')
      + (select count(*) from subscription_outbox where state = 'sent') as count`,
  );

const byState = async (table: 'billing_webhook_events' | 'subscription_outbox') =>
  tally((await rows(database.db, sql`select state from ${sql.identifier(table)}`)).map(({ state }) => String(state)));

/** Kills one of the workers whenever so much is done, and puts another in its place. */
async function killAtRandom(workers: RunningProcess[], seed: number): Promise<void> {
  const random = createRandom(seed);
  const moments = Array.from({ length: kills }, () => random.below(Math.floor(1.8 * events))).toSorted((a, b) => a - b);
  for (const moment of moments) {
    await until(async () => (await countDone()) >= moment);
    const victim = random.below(workers.length);
    workers[victim]?.child.kill('SIGKILL');
    expect(await workers[victim]?.ended).toBe('SIGKILL');
    workers[victim] = await start();
  }
}

it('three workers that are killed at random do every piece of work once and lose none', { timeout: 0 }, async () => {
  const seed = Number(process.env.WORKER_SEED ?? Date.now() % 1_000_000);
  console.log(`WORKER_SEED=${seed}`);
  const teamIds = await createBacklog(database.db, { events, teams });
  const workers = await Promise.all([start(), start(), start()]);
  await killAtRandom(workers, seed);
  await until(async () => (await byState('billing_webhook_events')).applied === events);
  await until(async () => ((await byState('subscription_outbox')).pending ?? 0) === 0);
  for (const worker of workers) worker.child.kill('SIGTERM');
  expect(await Promise.all(workers.map(({ ended }) => ended))).toEqual([0, 0, 0]);

  // What a dead worker had in hand is free again once its lease has ended.
  const clock = fixedClock(new Date(Date.now() + 5 * 60_000));
  await drain(testContext(database.db, { clock, mailer: receiver.mailer }), { budgetMs: 60_000 });
  expect(await byState('billing_webhook_events')).toEqual({ applied: events });
  expect(await byState('subscription_outbox')).toEqual({ sent: events });
  const stuck = sql`select count(*) from subscription_outbox where leased_until is not null or next_attempt_at is not null`;
  expect(await count(database.db, stuck)).toBe(0);

  expect(await count(database.db, sql`select count(*) from credit_purchases`)).toBe(events);
  expect(await count(database.db, sql`select count(*) from credit_ledger_entries`)).toBe(events);
  const balances = await Promise.all(teamIds.map((teamId) => balanceOf(database.db, teamId)));
  expect(balances.reduce((sum, balance) => sum + balance, 0)).toBe(events * 1000);
  await expectInvariants(database.db);

  const keys = receiver.requests.map(({ key }) => key);
  expect(new Set(keys).size).toBe(events);
  const sent = await rows(database.db, sql`select dedup_key from subscription_outbox`);
  expect(new Set(sent.map(({ dedup_key }) => dedup_key))).toEqual(new Set([...receiver.taken.keys()]));
  for (const { key, mail } of receiver.requests) expect(mail).toEqual(receiver.taken.get(key));
});
