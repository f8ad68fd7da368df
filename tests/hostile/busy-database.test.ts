import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import type { Step } from '@/lib/billing/context';
import { usualWaits } from '@/lib/billing/waits';
import { createBarrier, openAll } from '../support/barrier';
import { patientWaits, send, testContext, testSettings, usualLockWait } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { drainSoon } from '../support/drain';
import { until } from '../support/locks';
import { createPayment } from '../support/payments';
import { balanceOf, count, expectInvariants, rows } from '../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const idOf = (body: Uint8Array): string => JSON.parse(new TextDecoder().decode(body)).id;
const receipts = (body: Uint8Array) =>
  count(database.db, sql`select count(*) from billing_webhook_events where event_id = ${idOf(body)}`);
const notStored = { httpStatus: 503, status: 'not_stored' };
/** Nothing but the time to answer ends the wait. */
const usualAnswerWait = { ...patientWaits, answerMs: usualWaits.answerMs };

/** Another connection keeps what `statement` locks for as long as `meanwhile` takes: no answer may need it back. */
async function whileLocked<T>(statement: SQL, meanwhile: () => Promise<T>): Promise<T> {
  const other = openConnection(database.url, { max: 1 });
  let result: { value: T } | undefined;
  await other
    .transaction(async (tx) => {
      await tx.execute(statement);
      result = { value: await meanwhile() };
      tx.rollback();
    })
    .catch((error: unknown) => {
      if (!result) throw error;
    });
  if (!result) throw new Error('Nothing happened meanwhile.');
  return result.value;
}

describe('an answer comes while it is still so', () => {
  it('that every connection of the pool is in use: 503, and a later delivery pays once', async () => {
    const pool = openConnection(database.url, { max: 1 });
    const payment = await createPayment(database.db);
    const body = payment.paid();
    const answered = createBarrier(1);
    const busy = pool.transaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await answered.opened;
    });
    const context = testContext(pool, { waits: usualAnswerWait });
    expect(await send(context, { provider: 'stripe', body })).toEqual(notStored);
    expect(await receipts(body)).toBe(0);
    await answered.arrive();
    await busy;
    expect((await send(testContext(pool), { provider: 'stripe', body })).httpStatus).toBe(200);
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
  });

  it('that Postgres takes no more connections: 503, and a later delivery pays once', async () => {
    const role = `limited_${randomUUID().replaceAll('-', '')}`;
    await database.db.execute(
      sql.raw(
        `create role ${role} login password 'limited' connection limit 1 in role pg_write_all_data, pg_read_all_data`,
      ),
    );
    const address = new URL(database.url);
    address.username = role;
    address.password = 'limited';
    const holder = openConnection(address.toString(), { max: 1 });
    await openAll(holder, 1);
    const pool = openConnection(address.toString(), { max: 1 });
    const payment = await createPayment(database.db);
    const body = payment.paid();
    const context = testContext(pool, { waits: usualAnswerWait });
    expect(await send(context, { provider: 'stripe', body })).toEqual(notStored);
    await holder.$client.end();
    expect(await send(testContext(pool), { provider: 'stripe', body })).toEqual({ httpStatus: 200, status: 'applied' });
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
    await pool.$client.end();
    await database.db.execute(sql.raw(`drop role ${role}`));
  });

  it('that another has inserted the same event and not committed it: 503, for nothing is stored yet', async () => {
    const payment = await createPayment(database.db);
    const body = payment.paid();
    const insert = sql`insert into billing_webhook_events
      (provider, event_id, event_id_source, received_at, last_delivered_at, body_sha256)
      values ('stripe', ${idOf(body)}, 'provider', now(), now(), '')`;
    const deliver = (waits = patientWaits) => send(testContext(database.db, { waits }), { provider: 'stripe', body });
    expect(await whileLocked(insert, () => deliver(usualLockWait))).toEqual(notStored);
    expect(await deliver()).toEqual({ httpStatus: 200, status: 'applied' });
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
  });

  it('that the whole inbox is locked: 503', async () => {
    const payment = await createPayment(database.db);
    const body = payment.paid();
    const deliver = (waits = patientWaits) => send(testContext(database.db, { waits }), { provider: 'stripe', body });
    const lock = sql`lock table billing_webhook_events in access exclusive mode`;
    // Whether the receipt is there cannot be looked up either, which only the time to answer ends.
    const answer = await whileLocked(lock, () => deliver({ ...usualLockWait, answerMs: usualWaits.answerMs }));
    expect(answer).toEqual(notStored);
    expect(await deliver()).toEqual({ httpStatus: 200, status: 'applied' });
    expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
  });

  it.each([
    ['received', 200],
    ['applied', 503],
  ] as const)(
    'that the balance is locked: the receipt is stored, and with WEBHOOK_ACK=%s that is %i retrying',
    async (webhookAck, httpStatus) => {
      const first = await createPayment(database.db);
      const { teamId } = first;
      const payment = await createPayment(database.db, { teamId });
      await send(testContext(database.db), { provider: 'stripe', body: first.paid() });
      const body = payment.paid();
      const context = testContext(database.db, { settings: testSettings({ webhookAck }) });
      const balance = sql`select 1 from credits where team_id = ${teamId} for update`;
      const answer = await whileLocked(balance, async () => ({
        ...(await send({ ...context, waits: usualLockWait }, { provider: 'stripe', body })),
        stored: await receipts(body),
      }));
      expect(answer).toEqual({ httpStatus, status: 'retrying', stored: 1 });
      expect(await balanceOf(database.db, teamId)).toBe(1000);
      await drainSoon(database.db);
      await drainSoon(database.db);
      expect(await balanceOf(database.db, teamId)).toBe(2000);
      expect(await send(context, { provider: 'stripe', body })).toEqual({ httpStatus: 200, status: 'duplicate' });
    },
  );
});

it('a payment whose key another has locked is left to the next pass, and paid once', async () => {
  const payment = await createPayment(database.db);
  const body = payment.paid();
  const key = sql`select pg_advisory_xact_lock(hashtextextended(${`payment:stripe:${payment.paymentId}`}, 0))`;
  const deliver = (waits = patientWaits) => send(testContext(database.db, { waits }), { provider: 'stripe', body });
  expect(await whileLocked(key, () => deliver(usualLockWait))).toEqual({ httpStatus: 200, status: 'retrying' });
  expect(await balanceOf(database.db, payment.teamId)).toBe(0);
  await drainSoon(database.db);
  expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
  expect((await deliver()).status).toBe('duplicate');
});

describe.concurrent('a Postgres that freezes', () => {
  /** Stops what serves the pool in the middle of a step, until the delivery is answered. */
  async function answerWhileFrozen(pool: Database, name: string, at: Step, body: Uint8Array) {
    const frozen: number[] = [];
    const context = testContext(pool, {
      waits: usualAnswerWait,
      onStep: async (step) => {
        if (step !== at) return;
        const backends = await rows(
          database.db,
          sql`select pid from pg_stat_activity where application_name = ${name}`,
        );
        for (const { pid } of backends) {
          process.kill(Number(pid), 'SIGSTOP');
          frozen.push(Number(pid));
        }
      },
    });
    try {
      return await send(context, { provider: 'stripe', body });
    } finally {
      for (const pid of frozen) process.kill(pid, 'SIGCONT');
    }
  }

  const openNamed = () => {
    const name = `frozen_${randomUUID()}`;
    return { name, pool: openConnection(`${database.url}?application_name=${name}`, { max: 2 }) };
  };

  it.each(['recorded', 'worked', 'settled'] as const)(
    'before the commit, at step "%s", is answered 503 in time, and a later delivery pays once',
    async (step) => {
      const { name, pool } = openNamed();
      const payment = await createPayment(database.db);
      const body = payment.paid();
      expect(await answerWhileFrozen(pool, name, step, body)).toEqual(notStored);
      expect((await send(testContext(pool), { provider: 'stripe', body })).httpStatus).toBe(200);
      await drainSoon(database.db);
      expect(await balanceOf(database.db, payment.teamId)).toBe(1000);
    },
  );

  it('after the commit is answered 200 in time, and what was woken is left to the next pass', async () => {
    const { name, pool } = openNamed();
    const payment = await createPayment(database.db);
    const refund = payment.refunded(`re_${payment.paymentId}`, 2450);
    expect((await send(testContext(pool), { provider: 'stripe', body: refund })).status).toBe('waiting');
    const answer = await answerWhileFrozen(pool, name, 'committed', payment.paid());
    expect(answer).toEqual({ httpStatus: 200, status: 'applied' });
    // Whether the one that was frozen gets there first or a pass does: it is taken once.
    await until(async () => {
      await drainSoon(database.db);
      return (await balanceOf(database.db, payment.teamId)) === 500;
    });
  });
});
