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

/** Two hundred teams take longer than a run may: `npm run test:soak` has them. */
it('a month with 30 % of its events lost comes to the same books once it is reconciled', async () => {
  const lost = await loseEvents({ whole: whole.db, lossy: lossy.db }, { teams: 24, share: 0.3, seed: 20_260_901 });
  expect(lost.dropped).toBeGreaterThan(lost.events / 5);
  expect(lost.differences).toBeGreaterThan(0);
  expect(lost.lateFacts).toEqual([]);
  expect(['applied', 'duplicate', 'ignored', 'stale']).toEqual(expect.arrayContaining(Object.keys(lost.late)));
});
