import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { together } from '../support/barrier';
import { createTeam } from '../support/billing';
import { teamWith } from '../support/credits';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { drainSoon } from '../support/drain';
import { until } from '../support/locks';
import { createPayment } from '../support/payments';
import { post, type ServerProcess, startServer } from '../support/server';
import { balanceOf, count, expectInvariants } from '../support/state';
import { tally } from '../support/tally';

let database: TestDatabase;
let servers: ServerProcess[];
beforeAll(async () => {
  database = await createTestDatabase();
  servers = await together(2, () => startServer({ databaseUrl: database.url, steps: { holdAt: 'verified' } }));
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});
afterEach(() => expectInvariants(database.db));

/** Sends the bodies to both servers in turn, and lets them pass once every one of them is verified. */
async function sendAtOnce(bodies: readonly Uint8Array[]): Promise<string[]> {
  const held = () => servers.reduce((sum, server) => sum + server.held(), 0);
  const before = held();
  const answers = bodies.map((body, index) => post(serverFor(index), { provider: 'stripe', body }));
  await until(async () => held() - before === bodies.length);
  for (const server of servers) server.release();
  return Promise.all(answers);
}

function serverFor(index: number): ServerProcess {
  const server = servers[index % servers.length];
  if (!server) throw new Error('There is no server.');
  return server;
}

async function spendOne(index: number, teamId: string, idempotencyKey: string): Promise<string> {
  const response = await fetch(`${serverFor(index).url}/spend`, {
    method: 'POST',
    body: JSON.stringify({ teamId, credits: 1, idempotencyKey }),
  });
  const { code, duplicate }: { code?: string; duplicate?: boolean } = await response.json();
  return code ?? (duplicate ? 'repeated' : 'spent');
}

describe('at once, on two server processes', () => {
  it('the same event 50 times is applied once, and 49 times a duplicate', async () => {
    const payment = await createPayment(database.db);
    const body = payment.paid();
    const answers = await sendAtOnce(Array.from({ length: 50 }, () => body));
    expect(tally(answers)).toEqual({ '200 applied': 1, '200 duplicate': 49 });
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
  });

  it('the same payment under 50 event ids grants once', async () => {
    const payment = await createPayment(database.db);
    const answers = await sendAtOnce(Array.from({ length: 50 }, () => payment.paid()));
    expect(answers.filter((answer) => answer === '200 applied')).toHaveLength(1);
    await drainSoon(database.db);
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
    const unsettled = sql`select count(*) from billing_webhook_events where settled_at is null`;
    expect(await count(database.db, unsettled)).toBe(0);
  });

  it('50 purchases of one new team give the exact sum', async () => {
    const teamId = await createTeam(database.db);
    const payments = await together(50, () => createPayment(database.db, { teamId }));
    const answers = await sendAtOnce(payments.map((payment) => payment.paid()));
    expect(answers.filter((answer) => answer !== '200 applied' && answer !== '200 retrying')).toEqual([]);
    await drainSoon(database.db);
    expect(await balanceOf(database.db, teamId)).toBe(50_000);
  });

  it('a purchase on one and its refund on the other are both applied, without a worker', async () => {
    for (let round = 0; round < 25; round += 1) {
      const payment = await createPayment(database.db);
      const bodies = [payment.paid(), payment.refunded(`re_${payment.paymentId}`, 2450)];
      await sendAtOnce(round % 2 === 0 ? bodies : bodies.reverse());
      expect(await balanceOf(database.db, payment.teamId), `round ${round}`).toBe(500);
    }
    const waiting = sql`select count(*) from billing_webhook_events where state <> 'applied'`;
    expect(await count(database.db, waiting)).toBe(0);
  });

  it('200 spends on a balance of 120 give exactly 120', async () => {
    const { teamId } = await teamWith(database.db, { credits: 120 });
    const results = await together(200, (index) => spendOne(index, teamId, `job-${index}`));
    expect(tally(results)).toEqual({ spent: 120, insufficient_credits: 80 });
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });

  it('the same idempotency key spends once', async () => {
    const { teamId } = await teamWith(database.db, { credits: 120 });
    const results = await together(50, (index) => spendOne(index, teamId, 'job-1'));
    expect(tally(results)).toEqual({ spent: 1, repeated: 49 });
    expect(await balanceOf(database.db, teamId)).toBe(119);
  });
});
