import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createBarrier } from '../support/barrier';
import { send, testContext } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { countWaiting, until } from '../support/locks';
import { createPayment } from '../support/payments';
import { balanceOf, expectInvariants } from '../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

it('a purchase that waits for the balance of another adds to what the other left', async () => {
  const earlier = await createPayment(database.db);
  const { teamId } = earlier;
  await send(testContext(database.db), { provider: 'stripe', body: earlier.paid() });
  const [slow, fast] = [await createPayment(database.db, { teamId }), await createPayment(database.db, { teamId })];
  const [reached, released] = [createBarrier(1), createBarrier(1)];
  const onStep = async (step: string) => {
    if (step !== 'settled') return;
    await reached.arrive();
    await released.opened;
  };
  const slowAnswer = send(testContext(openConnection(database.url), { onStep }), {
    provider: 'stripe',
    body: slow.paid(),
  });
  await reached.opened;
  const fastAnswer = send(testContext(openConnection(database.url)), { provider: 'stripe', body: fast.paid() });
  await until(async () => (await countWaiting(database.db)) > 0);
  await released.arrive();
  expect((await slowAnswer).status).toBe('applied');
  expect((await fastAnswer).status).toBe('applied');
  expect(await balanceOf(database.db, teamId)).toBe(3000);
});
