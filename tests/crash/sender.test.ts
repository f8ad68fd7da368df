import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { enqueue } from '@/lib/billing/outbox/outbox';
import { createReachableTeam } from '../support/contacts';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { until } from '../support/locks';
import { type MailReceiver, openMailReceiver } from '../support/mail-receiver';
import type { RunningProcess } from '../support/processes';
import { count } from '../support/state';
import { startWorker } from '../support/worker';

let database: TestDatabase;
let receiver: MailReceiver;
let workers: RunningProcess[] = [];
beforeAll(async () => {
  [database, receiver] = [await createTestDatabase(), await openMailReceiver()];
});
afterAll(async () => {
  for (const { child } of workers) child.kill('SIGKILL');
  await Promise.all(workers.map(({ ended }) => ended));
  await Promise.all([database.drop(), receiver.close()]);
});

const isSoak = process.env.CRASH_ROUNDS !== undefined;
const [kills, messages] = isSoak ? [30, 3000] : [5, 200];

const start = () =>
  startWorker(database.url, {
    RESEND_API_KEY: 're_test',
    RESEND_BASE_URL: receiver.url,
    EMAIL_FROM: 'Shop <billing@shop.example>',
  });

/** Ends the leases of what was taken five seconds ago and is still not sent: whoever took it is dead. */
const endLeases = () =>
  database.db.execute(sql`
    update subscription_outbox set leased_until = now(), next_attempt_at = now()
    where state = 'sending' and leased_until between now() + interval '1 second' and now() + interval '55 seconds'`);

const unsent = () => count(database.db, sql`select count(*) from subscription_outbox where state <> 'sent'`);

it(`${kills} of three workers killed while they send: every message arrives once under its key, none is lost or stuck`, async () => {
  const { teamId } = await createReachableTeam(database.db);
  const keys = Array.from({ length: messages }, (_, n) => `credits_low:test:${n}`);
  await database.db.execute(sql`insert into credits (team_id, balance, updated_at) values (${teamId}, 0, now())`);
  await database.db.transaction(async (tx) => {
    const about = { teamId, subscriptionId: null, billingPeriodId: null };
    const payload = { balance: 0, lowAt: 10 };
    for (const dedupKey of keys)
      await enqueue(tx, { eventType: 'credits_low', ...about, dedupKey, payload }, { at: new Date() });
  });
  const every = Math.floor(messages / (kills + 1));
  let killed = 0;
  receiver.onRequest = (requests) => {
    if (killed === kills || requests < every * (killed + 1)) return;
    killed += 1;
    workers[killed % workers.length]?.child.kill('SIGKILL');
  };
  workers = await Promise.all([start(), start(), start()]);
  await until(async () => {
    for (const [index, { child }] of workers.entries()) {
      if (child.signalCode !== null) workers[index] = await start();
    }
    await endLeases();
    return killed === kills && (await unsent()) === 0;
  });
  expect(killed).toBe(kills);
  expect([...receiver.taken.keys()].toSorted()).toEqual(keys.toSorted());
  for (const { key, mail } of receiver.requests) expect(mail).toEqual(receiver.taken.get(key));
  expect(await count(database.db, sql`select count(*) from subscription_outbox where leased_until is not null`)).toBe(
    0,
  );
});
