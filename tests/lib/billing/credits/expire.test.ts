import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expireLots } from '@/lib/billing/credits/expire';
import { hold, release } from '@/lib/billing/credits/hold';
import { spend } from '@/lib/billing/credits/spend';
import { testContext } from '../../../support/billing';
import { day, request, teamWith } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { balanceOf, expectInvariants, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

describe('expiry', () => {
  it('lapses what is left of a lot, once', async () => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100, expiresInDays: 1 });
    await spend(database.db, clock, request(teamId, 30));
    clock.advance(day);
    await expireLots(testContext(database.db), clock.now(), 100);
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(0);
    expect(
      await rows(
        database.db,
        sql`select delta, kind from credit_ledger_entries where team_id = ${teamId} and kind = 'expiry'`,
      ),
    ).toEqual([{ delta: '-70', kind: 'expiry' }]);
  });

  it('leaves what a hold pins, and lapses it once the hold lets go', async () => {
    const { teamId, clock } = await teamWith(database.db, { credits: 100, expiresInDays: 1 });
    const { id } = await hold(database.db, clock, { ...request(teamId, 60), expiresInSeconds: 172_800 });
    clock.advance(day);
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(60);
    await release(database.db, clock, { teamId, holdId: id });
    await expireLots(testContext(database.db), clock.now(), 100);
    expect(await balanceOf(database.db, teamId)).toBe(0);
  });
});
