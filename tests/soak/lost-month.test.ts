import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/tests/support/database';
import { loseEvents } from '@/tests/support/lost-month';

let whole: TestDatabase;
let lossy: TestDatabase;

beforeAll(async () => {
  whole = await createTestDatabase();
  lossy = await createTestDatabase();
});
afterAll(async () => {
  await Promise.all([whole.drop(), lossy.drop()]);
});

it('a month of 200 teams with 30 % of its events lost comes to the same books once it is reconciled', async () => {
  const seed = Number(process.env.LOST_MONTH_SEED ?? 20_260_901);
  const lost = await loseEvents({ whole: whole.db, lossy: lossy.db }, { teams: 200, share: 0.3, seed });
  console.log(`seed ${seed}:`, lost);
  expect(lost.lateFacts).toEqual([]);
  expect(['applied', 'duplicate', 'ignored', 'stale']).toEqual(expect.arrayContaining(Object.keys(lost.late)));
});
