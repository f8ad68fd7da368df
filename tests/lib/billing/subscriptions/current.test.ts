import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTeam } from '../../../support/billing';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { newLife, subscriptionOf } from '../../../support/life';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it.each([[[0, 1]], [[1, 0]]])('of two that ended the later one counts, their ends told in order %j', async (order) => {
  const teamId = await createTeam(database.db);
  const [first, second] = [
    await newLife(database.db, 'paddle', { teamId }),
    await newLife(database.db, 'paddle', { teamId }),
  ];
  for (const life of [first, second]) expect(await life.tell('subscription.activated')).toBe('applied');
  const ends = [
    { life: first, at: '2026-11-05T10:00:00.000000Z' },
    { life: second, at: '2026-12-05T10:00:00.000000Z' },
  ];
  for (const index of order) {
    const end = ends[index];
    const changes = { occurred_at: end?.at, 'data.canceled_at': end?.at };
    expect(await end?.life.tell('subscription.canceled', changes)).toBe('applied');
  }
  expect((await subscriptionOf(database.db, teamId))?.checkout_id).toBe(second.checkoutId);
});
