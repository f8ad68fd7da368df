import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { createBarrier, openAll } from '../support/barrier';
import { send, testContext } from '../support/billing';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { type Life, newLife, periodsOf } from '../support/life';
import { expectInvariants, rows } from '../support/state';

const rounds = Number(process.env.RACE_ROUNDS ?? 200);

/** What Stripe tells of a first payment. Whose it is only the checkout says. */
const told: readonly { name: string; changes?: Record<string, unknown> }[] = [
  { name: 'invoice.paid.subscription_create', changes: { 'data.object.parent.subscription_details.metadata': {} } },
  {
    name: 'invoice_payment.paid',
    changes: {
      'data.object.id': 'inpay_1SAcme0000000000000009',
      'data.object.invoice': 'in_1SAcme000000000000000001',
      'data.object.payment.payment_intent': 'pi_3SAcmeFirst000000000001',
    },
  },
  { name: 'customer.subscription.created', changes: { 'data.object.metadata': {} } },
  { name: 'checkout.session.completed.subscription' },
];

let database: TestDatabase;
let sides: Database[];
beforeAll(async () => {
  database = await createTestDatabase();
  sides = told.map(() => openConnection(database.url, { max: 1 }));
  await Promise.all(sides.map((side) => openAll(side, 1)));
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

it(`the four events of a first payment that arrive at once are all applied, in ${rounds} of ${rounds} rounds and without a worker`, {
  timeout: 3_600_000,
}, async () => {
  const lives: Life[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const life = await newLife(database.db, 'stripe');
    await tellAtOnce(life, round);
    lives.push(life);
  }
  const unapplied = await rows(
    database.db,
    sql`select event_id, state, waiting_for from billing_webhook_events where state <> 'applied' or outcome <> 'applied'`,
  );
  expect(unapplied).toEqual([]);
  const found = await rows(database.db, states);
  expect(found).toEqual([
    {
      count: String(rounds),
      status: 'active',
      revision: 1,
      is_current: true,
      periods: ['first 2026-09-01 paid by its intent'],
      lots: ['1000 of 1000'],
      balance: '1000',
    },
  ]);
  for (const { teamId } of lives.slice(-3))
    expect(await periodsOf(database.db, teamId)).toEqual(['first 2026-09-01 2026-10-01']);
});

/** Each on a connection of its own; who gets the first turn changes, who wins is left to the database. */
async function tellAtOnce(life: Life, round: number): Promise<void> {
  const { arrive } = createBarrier(told.length);
  const onStep = (step: string) => (step === 'verified' ? arrive() : undefined);
  const turned = [...told.slice(round % told.length), ...told.slice(0, round % told.length)];
  const inTurn = Math.floor(round / told.length) % 2 === 0 ? turned : turned.reverse();
  await Promise.all(
    inTurn.map(({ name, changes }, side) =>
      send(testContext(sides[side] ?? database.db, { onStep }), {
        provider: 'stripe',
        body: life.body(name, changes),
      }),
    ),
  );
}

/** How all teams stand, without their ids: one line when all stand alike. */
const states = sql`
  select count(*), status, revision, is_current, periods, lots, balance from (
    select s.status, s.revision, s.is_current, c.balance,
      (select json_agg(p.kind || to_char(p.period_start at time zone 'UTC', ' YYYY-MM-DD')
          || case when p.provider_payment_id like 'pi_3SAcme%xFirst%' then ' paid by its intent' else '' end)
        from subscription_billing_periods p where p.subscription_id = s.id)::jsonb as periods,
      (select json_agg(g.remaining || ' of ' || g.amount) from credit_grants g where g.team_id = s.team_id)::jsonb as lots
    from subscriptions s join credits c on c.team_id = s.team_id
  ) as one group by status, revision, is_current, periods, lots, balance`;
