import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pendingMigrations } from '@/db/migrate';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';

let one: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
});

afterAll(async () => {
  await Promise.all([one.drop(), other.drop()]);
});

test('a test database has the whole schema', async () => {
  expect(await pendingMigrations(one.url)).toBe(0);
});

test('what one test writes is not in the database of another', async () => {
  await one.db.execute(sql`insert into teams (id, name) values ('team_1', 'One')`);
  const second = await openConnection(one.url).execute(sql`select id from teams`);
  expect(second).toHaveLength(1);
  expect(await other.db.execute(sql`select id from teams`)).toHaveLength(0);
});
