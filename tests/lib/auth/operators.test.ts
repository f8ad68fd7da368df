import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '@/db/schema';
import { createDemoTeam, findMembership, markOperator } from '@/lib/auth/teams';
import { createTestDatabase, type TestDatabase } from '../../support/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('an operator', () => {
  it('is nobody until somebody says so, by id or by address, and can be taken back', async () => {
    const member = await createDemoTeam(database.db, new Date());
    const isOperator = async () => (await findMembership(database.db, member))?.isOperator;
    expect(await isOperator()).toBe(false);
    expect(await markOperator(database.db, member.userId, true)).toEqual([member.userId]);
    expect(await isOperator()).toBe(true);
    expect(await markOperator(database.db, member.userId, false)).toEqual([member.userId]);
    expect(await isOperator()).toBe(false);
    await database.db.insert(users).values({ id: 'usr_ada', name: 'Ada', email: 'Ada@Example.com' });
    expect(await markOperator(database.db, 'ada@example.com', true)).toEqual(['usr_ada']);
    expect(await database.db.query.users.findFirst({ where: (user, { eq }) => eq(user.id, 'usr_ada') })).toMatchObject({
      isOperator: true,
    });
  });

  it('is not made by an address that several users have, or nobody', async () => {
    for (const [id, email] of Object.entries({ usr_1: 'twin@example.com', usr_2: 'Twin@example.com' }))
      await database.db.insert(users).values({ id, name: 'Twin', email });
    expect(await markOperator(database.db, 'twin@example.com', true)).toHaveLength(2);
    const made = await database.db.query.users.findMany({ where: (user, { like }) => like(user.name, 'Twin') });
    expect(made.map(({ isOperator }) => isOperator)).toEqual([false, false]);
    expect(await markOperator(database.db, 'nobody@example.com', true)).toEqual([]);
  });
});
