import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { createBarrier, openAll } from '../support/barrier';
import { createIntent, createTeam, send, testContext } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { changeFixture } from '../support/fixtures';
import { countWaiting, until } from '../support/locks';
import { balanceOf, count, expectInvariants } from '../support/state';

const rounds = Number(process.env.RACE_ROUNDS ?? 200);

let database: TestDatabase;
let sides: [Database, Database];
beforeAll(async () => {
  database = await createTestDatabase();
  sides = [openConnection(database.url, { max: 1 }), openConnection(database.url, { max: 1 })];
  await Promise.all(sides.map((side) => openAll(side, 1)));
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

let orders = 0;

/** Two payments of one customer: the first names the intent, the other one nothing but the customer. */
async function createOrders(customerId: string) {
  const teamId = await createTeam(database.db);
  const checkoutId = await createIntent(database.db, { teamId, provider: 'polar' });
  const order = (metadata: Record<string, string>) => {
    orders += 1;
    const eventId = `msg_customer_${orders}`;
    const changes = { 'data.id': `order_${orders}`, 'data.customer_id': customerId, 'data.checkout_id': null };
    return { eventId, body: changeFixture('polar', 'order.paid.purchase', { ...changes, 'data.metadata': metadata }) };
  };
  return { teamId, named: order({ checkout_id: checkoutId }), unnamed: order({}) };
}

it(`a customer's first payment and another one that names only the customer are both applied when they arrive at once, in ${rounds} of ${rounds} rounds and without a worker`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { teamId, named, unnamed } = await createOrders(`cus_round_${round}`);
    const barrier = createBarrier(2);
    const onStep = (step: string) => (step === 'verified' ? barrier.arrive() : undefined);
    const deliveries = round % 2 === 0 ? [named, unnamed] : [unnamed, named];
    await Promise.all(
      deliveries.map((delivery, side) =>
        send(testContext(sides[side] ?? database.db, { onStep }), { provider: 'polar', ...delivery }),
      ),
    );
    expect.soft(await balanceOf(database.db, teamId), `round ${round}`).toBe(2000);
  }
});

it.each(['named', 'unnamed'] as const)(
  'a payment that is slow to commit (%s) and the other one of its customer do not miss each other',
  async (slow) => {
    const order = await createOrders(`cus_slow_${slow}`);
    const reached = createBarrier(1);
    const released = createBarrier(1);
    const onStep = async (step: string) => {
      if (step !== 'settled') return;
      await reached.arrive();
      await released.opened;
    };
    const slowAnswer = send(testContext(sides[0], { onStep }), { provider: 'polar', ...order[slow] });
    await reached.opened;
    const fast = order[slow === 'named' ? 'unnamed' : 'named'];
    const fastAnswer = send(testContext(sides[1]), { provider: 'polar', ...fast });
    await Promise.race([fastAnswer, until(async () => (await countWaiting(database.db)) > 0)]);
    await released.arrive();
    await Promise.all([slowAnswer, fastAnswer]);
    expect(await balanceOf(database.db, order.teamId)).toBe(2000);
  },
);

it('payments of one customer for two teams do not wait for each other', async () => {
  const customerId = 'cus_of_two_teams';
  const [first, second] = [await createOrders(customerId), await createOrders(customerId)];
  const both = createBarrier(2);
  const onStep = (step: string) => (step === 'settled' ? both.arrive() : undefined);
  const [one, two] = await Promise.all([
    send(testContext(sides[0], { onStep }), { provider: 'polar', ...first.named }),
    send(testContext(sides[1], { onStep }), { provider: 'polar', ...second.named }),
  ]);
  expect([one.status, two.status]).toEqual(['applied', 'applied']);
  expect(
    await count(database.db, sql`select count(*) from billing_customers where provider_customer_id = ${customerId}`),
  ).toBe(2);
});
