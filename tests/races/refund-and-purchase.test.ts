import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { createBarrier, openAll } from '../support/barrier';
import { send, testContext } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { countWaiting, until } from '../support/locks';
import { createPayment } from '../support/payments';
import { balanceOf, expectInvariants, rows } from '../support/state';

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

it(`a refund and its purchase that arrive at once are both applied, in ${rounds} of ${rounds} rounds and without a worker`, async () => {
  const outcomes: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const payment = await createPayment(database.db);
    const barrier = createBarrier(2);
    const onStep = (step: string) => (step === 'verified' ? barrier.arrive() : undefined);
    const bodies = [payment.paid(), payment.refunded(`re_${payment.paymentId}`, 2450)];
    // Which of the two gets the first turn alternates; who wins is left to the database.
    if (round % 2 === 1) bodies.reverse();
    await Promise.all(
      bodies.map((body, side) =>
        send(testContext(sides[side] ?? database.db, { onStep }), { provider: 'stripe', body }),
      ),
    );
    const states = await rows(
      database.db,
      sql`select state, outcome from billing_webhook_events
        where event_id in (${sql.join(
          bodies.map((body) => sql`${idOf(body)}`),
          sql`, `,
        )})`,
    );
    outcomes.push(...states.map(({ state, outcome }) => `${state}/${outcome}`));
    expect.soft(await balanceOf(database.db, payment.teamId), `round ${round}`).toBe(500);
  }
  expect(outcomes.filter((outcome) => outcome !== 'applied/applied')).toEqual([]);
  expect(outcomes).toHaveLength(rounds * 2);
});

it.each([
  ['refund', 'purchase'],
  ['purchase', 'refund'],
])('a %s that is slow to commit and its %s that arrives meanwhile do not miss each other', async (slow) => {
  const payment = await createPayment(database.db);
  const bodies = { purchase: payment.paid(), refund: payment.refunded(`re_${payment.paymentId}`, 2450) };
  const fast = slow === 'refund' ? 'purchase' : 'refund';
  const reached = createBarrier(1);
  const released = createBarrier(1);
  const hold = async (step: string) => {
    if (step !== 'settled') return;
    await reached.arrive();
    await released.opened;
  };
  const slowAnswer = send(testContext(sides[0], { onStep: hold }), {
    provider: 'stripe',
    body: bodies[slow as 'refund'],
  });
  await reached.opened;
  const fastAnswer = send(testContext(sides[1]), { provider: 'stripe', body: bodies[fast] });
  const isAnswered = fastAnswer.then(() => true);
  await Promise.race([isAnswered, until(async () => (await countWaiting(database.db)) > 0)]);
  await released.arrive();
  await Promise.all([slowAnswer, fastAnswer]);
  expect(await balanceOf(database.db, payment.teamId)).toBe(500);
});

function idOf(body: Uint8Array): string {
  return JSON.parse(new TextDecoder().decode(body)).id;
}
