import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { rows } from '../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: 2 });
  await database.db.execute(sql`create table written (what text primary key)`);
});
beforeEach(() => database.db.execute(sql`truncate written`));
afterAll(() => database.drop());

const write = (tx: Transaction, what: string) => tx.execute(sql`insert into written values (${what})`);
const written = async () => (await rows(database.db, sql`select what from written order by 1`)).map(({ what }) => what);
const isolated = async (tx: Transaction) => (await tx.execute(sql`select txid_current_if_assigned() as id`))[0]?.id;

it('what a transaction writes is committed together, the first statement included', async () => {
  await database.db.transaction(async (tx) => {
    await write(tx, 'a');
    expect(await isolated(tx)).not.toBeNull();
    expect(await written()).toEqual([]);
    await write(tx, 'b');
  });
  expect(await written()).toEqual(['a', 'b']);
});

it('a transaction whose work throws has written nothing', async () => {
  const failing = database.db.transaction(async (tx) => {
    await write(tx, 'a');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await written()).toEqual([]);
});

it('a statement that fails undoes its transaction, whatever the work does about it', async () => {
  const caught = database.db.transaction(async (tx) => {
    await write(tx, 'a');
    await write(tx, 'a').catch(() => {});
  });
  await expect(caught).rejects.toMatchObject({ code: '23505' });
  const unseen = database.db.transaction(async (tx) => {
    await write(tx, 'a');
    void write(tx, 'a').catch(() => {});
  });
  await expect(unseen).rejects.toThrow('The transaction ended with ROLLBACK.');
  expect(await written()).toEqual([]);
});

it('a savepoint whose work fails is undone alone, with the savepoints in it', async () => {
  await database.db.transaction(async (tx) => {
    await write(tx, 'before');
    await tx.transaction((inner) => write(inner, 'kept'));
    const failing = tx.transaction(async (inner) => {
      await write(inner, 'undone');
      await inner.transaction((innermost) => write(innermost, 'undone too'));
      await write(inner, 'kept');
    });
    await expect(failing).rejects.toThrow();
    await tx.transaction(async (inner) => {
      await inner.transaction((innermost) => write(innermost, 'kept')).catch(() => {});
      await write(inner, 'after');
    });
  });
  expect(await written()).toEqual(['after', 'before', 'kept']);
});

it('statements that travel together run in their order, also where the connection has not seen them before', async () => {
  const add = prepared(sql`insert into written values (${sql.placeholder('what')}) returning what`);
  const read = prepared<{ n: string }>(sql`select count(*) as n from written where what <> ${sql.placeholder('not')}`);
  const [fresh, used] = [openConnection(database.url, { max: 1 }), ['x', 'y']];
  for (const name of used) {
    const [, [first], , [second]] = await fresh.transaction((tx) =>
      Promise.all([
        add(tx, { what: `${name}1` }),
        read(tx, { not: '' }),
        add(tx, { what: `${name}2` }),
        read(tx, { not: '' }),
      ]),
    );
    expect(Number(second?.n) - Number(first?.n)).toBe(1);
  }
});

it('a transaction that is over takes no more statements, and its connection serves the next', async () => {
  const kept: Transaction[] = [];
  for (const what of ['a', 'b', 'c', 'd'])
    await database.db.transaction((tx) => {
      kept.push(tx);
      return write(tx, what);
    });
  for (const tx of kept) await expect(async () => write(tx, 'late')).rejects.toThrow();
  expect(await written()).toEqual(['a', 'b', 'c', 'd']);
});

it('a transaction that no server answers fails, and the pool is whole once one does', async () => {
  const nowhere = openConnection('postgres://nobody@127.0.0.1:1/none');
  await expect(nowhere.transaction((tx) => write(tx, 'a'))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  expect(await written()).toEqual([]);
});
