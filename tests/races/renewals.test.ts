import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { together } from '../support/barrier';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Life, newLife, periodsOf } from '../support/life';
import { until } from '../support/locks';
import { post, type ServerProcess, startServer } from '../support/server';
import { balanceOf, expectInvariants, one } from '../support/state';
import { tally } from '../support/tally';

const rounds = Number(process.env.RENEWAL_ROUNDS ?? 3);
const deliveries = 200;

let database: TestDatabase;
let servers: [ServerProcess, ServerProcess];
beforeAll(async () => {
  database = await createTestDatabase();
  const start = () => startServer({ databaseUrl: database.url, steps: { holdAt: 'verified' } });
  servers = await Promise.all([start(), start()]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await database.drop();
});
afterEach(() => expectInvariants(database.db));

it(`one renewal that two servers receive ${deliveries} times at once is applied once, in each of ${rounds} rounds`, {
  timeout: 3_600_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const life = await subscribed();
    const { answers, unanswered } = await deliverAtOnce(life.body('invoice.paid.subscription_cycle'));
    const { '200 applied': applied = 0, '200 duplicate': duplicates = 0 } = tally(answers);
    expect(applied + duplicates, `round ${round}`).toBe(deliveries);
    // What was given up as too late can have been committed all the same.
    if (unanswered === 0 || applied > 0) expect(applied, `round ${round}`).toBe(1);
    expect(await leftBy(life), `round ${round}`).toEqual({
      periods: ['first 2026-09-01 2026-10-01', 'renewal 2026-10-01 2026-11-01'],
      balance: 1000,
      events: '1',
      state: 'applied',
      lots: '1',
      transitions: '1',
      messages: '1',
      revision: 2,
    });
  }
});

async function subscribed(): Promise<Life> {
  const life = await newLife(database.db, 'stripe');
  for (const name of [
    'checkout.session.completed.subscription',
    'customer.subscription.created',
    'invoice.paid.subscription_create',
  ])
    expect(await life.tell(name)).toBe('applied');
  return life;
}

/**
 * Half of the deliveries to each server, which lets them pass once every one of them is verified. What a busy machine
 * made wait for too long is sent again afterwards, one by one, as the provider does.
 */
async function deliverAtOnce(body: Uint8Array): Promise<{ answers: string[]; unanswered: number }> {
  const held = () => servers[0].held() + servers[1].held();
  const before = held();
  const delivering = together(deliveries, (index) => post(serverFor(index), { provider: 'stripe', body }));
  await until(async () => held() - before === deliveries);
  for (const server of servers) server.release();
  const answers = await delivering;
  const unanswered = answers.filter((answer) => !isFinal(answer)).length;
  for (const [index, answer] of answers.entries())
    if (!isFinal(answer)) answers[index] = await deliverAgain(serverFor(index), body);
  return { answers, unanswered };
}

function serverFor(index: number): ServerProcess {
  return servers[index % 2 === 0 ? 0 : 1];
}

async function deliverAgain(server: ServerProcess, body: Uint8Array): Promise<string> {
  for (;;) {
    const before = server.held();
    const delivering = post(server, { provider: 'stripe', body });
    await until(async () => server.held() > before);
    server.release();
    const answer = await delivering;
    if (isFinal(answer)) return answer;
  }
}

function isFinal(answer: string): boolean {
  return answer !== '200 retrying' && !answer.startsWith('503');
}

async function leftBy(life: Life) {
  const { teamId } = life;
  const found = await one(
    database.db,
    sql`
      select count(distinct event.event_id) as events, min(event.state) as state, s.revision,
        (select count(*) from credit_grants where source_type = 'period' and source_key = p.id) as lots,
        (select count(*) from subscription_transition_audits
          where billing_period_id = p.id and event_type = 'subscription_renewed') as transitions,
        (select count(*) from subscription_outbox where billing_period_id = p.id) as messages
      from subscriptions s
      join subscription_billing_periods p on p.subscription_id = s.id and p.kind = 'renewal'
      join billing_webhook_events event on event.event_id = p.provider_event_id
      where s.team_id = ${teamId}
      group by s.id, p.id`,
  );
  return { ...found, periods: await periodsOf(database.db, teamId), balance: await balanceOf(database.db, teamId) };
}
