import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Database, Transaction } from '@/db/client';
import { createBarrier, openAll, together } from '../support/barrier';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { until } from '../support/locks';
import { count } from '../support/state';

const size = 4;

let database: TestDatabase;
let pool: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.execute(sql`create table written (round text)`);
});
beforeEach(async () => {
  await database.db.execute(sql`truncate written`);
  pool = openConnection(`${database.url}?application_name=doomed`, { max: size });
  await openAll(pool, size);
});
afterEach(() => pool.$client.end());
afterAll(() => database.drop());

const doomed = sql`from pg_stat_activity where datname = current_database() and application_name = 'doomed'`;
const countWritten = () => count(database.db, sql`select count(*) from written`);
const write = (tx: Transaction) => tx.execute(sql`insert into written values ('x')`);

/** Ends every connection of the pool, as a restart of the database does. */
async function endConnections(connections = size): Promise<void> {
  expect(await count(database.db, sql`select count(*) ${doomed}`)).toBe(connections);
  await database.db.execute(sql`select pg_terminate_backend(pid) ${doomed}`);
  await until(async () => (await count(database.db, sql`select count(*) ${doomed}`)) === 0);
}

/** Every connection of the pool has to carry a transaction, all at the same time. */
async function expectWholePool(): Promise<void> {
  await openAll(pool, size);
  await Promise.all(await together(size * 3, () => pool.transaction(write)));
  expect(await countWritten()).toBe(size * 3);
}

it('transactions that stand between two statements fail, and write nothing more', async () => {
  const [standing, ended] = [createBarrier(size), createBarrier(1)];
  const transactions = together(size, () =>
    pool.transaction(async (tx) => {
      await write(tx);
      await standing.arrive();
      await ended.opened;
      await tx.transaction(write).catch(() => {});
      await write(tx);
    }),
  ).then(
    () => [],
    (error: unknown) => error,
  );
  await standing.opened;
  await endConnections();
  await ended.arrive();
  expect(await transactions).toBeInstanceOf(Error);
  await expectWholePool();
});

it('a lost connection takes its own transaction along and no other', async () => {
  const [standing, ended] = [createBarrier(size), createBarrier(1)];
  const results = together(size, (index) =>
    pool
      .transaction(async (tx) => {
        await tx.execute(sql.raw(`set application_name = '${index === 0 ? 'doomed' : 'spared'}'`));
        await standing.arrive();
        await ended.opened;
        await tx.transaction(write).catch(() => {});
        await write(tx);
      })
      .then(
        () => 'committed',
        () => 'failed',
      ),
  );
  await standing.opened;
  await endConnections(1);
  await ended.arrive();
  expect(await results).toEqual(['failed', 'committed', 'committed', 'committed']);
  expect(await countWritten()).toBe((size - 1) * 2);
});

it('transactions that are lost within a statement fail, whatever their work does about it', async () => {
  const results = together(size, () =>
    pool
      .transaction(async (tx) => {
        await write(tx);
        await tx.transaction((inner) => inner.execute(sql`select pg_sleep(3600)`)).catch(() => {});
        await write(tx);
      })
      .then(
        () => 'committed',
        () => 'failed',
      ),
  );
  await until(
    async () => (await count(database.db, sql`select count(*) ${doomed} and wait_event = 'PgSleep'`)) === size,
  );
  await endConnections();
  expect(await results).toEqual(Array(size).fill('failed'));
  await expectWholePool();
});

it('work that was queued behind a lost transaction is not joined by what was left of it', async () => {
  const [standing, ended] = [createBarrier(size), createBarrier(1)];
  const lost = together(size, () =>
    pool
      .transaction(async (tx) => {
        await standing.arrive();
        await ended.opened;
        await write(tx);
      })
      .catch(() => {}),
  );
  await standing.opened;
  const queued = together(size, () =>
    pool
      .transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        await ended.opened;
      })
      .then(
        () => 'committed',
        () => 'failed',
      ),
  );
  await endConnections();
  await ended.arrive();
  await lost;
  await queued;
  expect(await countWritten()).toBe(0);
  await expectWholePool();
});

it('statements outside of transactions are lost alone', async () => {
  const results = together(size, () =>
    pool.execute(sql`select pg_sleep(3600)`).then(
      () => 'done',
      () => 'failed',
    ),
  );
  await until(
    async () => (await count(database.db, sql`select count(*) ${doomed} and wait_event = 'PgSleep'`)) === size,
  );
  await endConnections();
  expect(await results).toEqual(Array(size).fill('failed'));
  await expectWholePool();
});
