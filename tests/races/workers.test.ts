import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { together } from '../support/barrier';
import { createTeam, send, testContext } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { drainSoon } from '../support/drain';
import { createPayment } from '../support/payments';
import { balanceOf, expectInvariants, rows } from '../support/state';
import { tally } from '../support/tally';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('four workers at once give each event its turn once', async () => {
  const teamId = await createTeam(database.db);
  const payments = await together(30, () => createPayment(database.db, { teamId }));
  const failing = testContext(database.db, {
    onStep: (step) => {
      if (step === 'worked') throw new Error('not now');
    },
  });
  for (const payment of payments) {
    expect((await send(failing, { provider: 'stripe', body: payment.paid() })).status).toBe('retrying');
  }
  const workers = await together(4, async () => openConnection(database.url, { max: 2 }));
  // Each waits for no other; what one of them has is left out by the rest.
  await Promise.all(workers.map((worker) => drainSoon(worker)));
  const events = await rows(
    database.db,
    sql`select state, attempts from billing_webhook_events where subject_key like 'purchase:%'`,
  );
  expect(tally(events.map(({ state, attempts }) => `${state} after ${attempts} attempts`))).toEqual({
    'applied after 2 attempts': 30,
  });
  expect(await balanceOf(database.db, teamId)).toBe(30_000);
  await expectInvariants(database.db);
});
