import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase, type Database } from '@/db/client';
import { together } from '../support/barrier';
import { drainSoon } from '../support/drain';
import { until } from '../support/locks';
import { createOwnServer, type OwnServer } from '../support/own-server';
import { createPayment, type Payment } from '../support/payments';
import { balanceOf, count, expectInvariants } from '../support/state';
import { MortalServer } from './mortal-server';
import { createRandom } from './random';

const seed = Number(process.env.SOAK_SEED ?? 20_260_920);
const payments = Number(process.env.SOAK_PAYMENTS ?? 300);
const senders = 12;
const databaseStops = 4;

let postgres: OwnServer;
let db: Database;
beforeAll(async () => {
  postgres = await createOwnServer();
  db = createDatabase(postgres.url, { max: 4 });
});
afterAll(async () => {
  await db.$client.end({ timeout: 1 });
  await postgres.discard();
});

/** Half of it comes back, told in two ways, and a dispute is won: 500 credits stay. */
const eventsOf = (payment: Payment): Uint8Array[] => [
  payment.paid(),
  payment.paid(),
  payment.refunded(`re_${payment.paymentId}`, 2450),
  payment.refundedInAll(2450),
  payment.disputed('needs_response'),
  payment.disputed('won'),
];

it('two servers that are killed again and again, on a database that stops now and then, pay each payment once', async () => {
  const random = createRandom(seed);
  const paid = await together(payments, () => createPayment(db));
  const toSend = random.shuffled(paid.flatMap(eventsOf));
  const total = toSend.length;
  const servers = [new MortalServer(postgres.url, random), new MortalServer(postgres.url, random)] as const;
  let answered = 0;

  /** A provider: sends each event until it is answered 200. */
  const sendAll = async (sender: number) => {
    const server = servers[sender % 2 === 0 ? 0 : 1];
    for (let body = toSend.shift(); body; body = toSend.shift()) {
      const answer = await server.post(body);
      if (answer.startsWith('200')) answered += 1;
      else toSend.push(body);
    }
  };
  const stopNowAndThen = async () => {
    for (let stop = 1; stop <= databaseStops; stop += 1) {
      await until(async () => answered >= (total * stop) / (databaseStops + 1));
      await postgres.stop();
      await postgres.start();
    }
  };
  await Promise.all([together(senders, sendAll), stopNowAndThen()]);
  await Promise.all(servers.map((server) => server.stop()));

  await until(async () => {
    await drainSoon(db);
    return (await count(db, sql`select count(*) from billing_webhook_events where settled_at is null`)) === 0;
  });
  expect(answered).toBe(total);
  expect(servers.reduce((sum, { deaths }) => sum + deaths, 0)).toBeGreaterThan(payments / 20);
  expect(await count(db, sql`select count(*) from billing_webhook_events`), `seed ${seed}`).toBe(total);
  expect(await count(db, sql`select count(*) from credit_purchases`), `seed ${seed}`).toBe(payments);
  for (const { teamId } of paid) expect(await balanceOf(db, teamId), `seed ${seed}`).toBe(500);
  await expectInvariants(db);
});
