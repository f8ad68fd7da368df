import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { together } from '../../../support/barrier';
import { send } from '../../../support/billing';
import { bursts, ownFixture } from '../../../support/bursts';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { type Life, newLife, openCasesOf, periodsOf } from '../../../support/life';
import { balanceOf, expectInvariants, one } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const providers = ['stripe', 'lemonsqueezy', 'polar', 'paddle'] as const;
type PlanProvider = (typeof providers)[number];

/** A generator with a seed, so that a failure can be repeated. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** The burst in some order, some of it twice. */
function shuffled(names: readonly string[], random: () => number): string[] {
  const told = [...names, ...names.filter(() => random() < 0.3)];
  return told
    .map((name) => ({ name, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name);
}

/** Eight at a time, each on connections of its own. */
async function eachOf<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const rest = [...all];
  await together(8, async () => {
    for (let one = rest.pop(); one !== undefined; one = rest.pop()) await work(one);
  });
}

async function tellAll(life: Life, names: readonly string[]): Promise<void> {
  const eventIds = new Map(names.map((name) => [name, `msg_${randomUUID()}`]));
  for (const name of names) {
    const body = ownFixture(life.provider, name, life);
    const eventId = eventIds.get(name) ?? name;
    const { httpStatus } = await send(life.context, { provider: life.provider, body, eventId });
    expect(httpStatus).toBe(200);
  }
}

async function outcome({ teamId }: Life) {
  const subscription = await one(
    database.db,
    sql`
      select status, plan, quantity, revision, is_current, past_due_since, cancel_at_period_end, ended_at,
        current_period_start, current_period_end, provider_period_end, trial_end, snapshot_occurred_at
      from subscriptions where team_id = ${teamId}`,
  );
  const unsettled = await one(
    database.db,
    sql`
      select count(*) from billing_webhook_events
      where state in ('waiting', 'parked', 'retrying') and convert_from(raw_body, 'UTF8') like ${`%${teamId}%`}`,
  );
  const messages = await one(
    database.db,
    sql`select coalesce(json_agg(event_type order by event_type), '[]'::json) as all from subscription_outbox where team_id = ${teamId} and state <> 'superseded'`,
  );
  return {
    subscription,
    unsettled: Number(unsettled.count),
    messages: messages.all,
    periods: await periodsOf(database.db, teamId),
    balance: await balanceOf(database.db, teamId),
    cases: await openCasesOf(database.db, teamId),
  };
}

const samples = Number(process.env.BURST_SAMPLES ?? 40);

describe.each(providers)('the first payment and the renewal of %s', (provider: PlanProvider) => {
  it('end in one state in every order', async () => {
    const { first, renewal } = bursts[provider];
    const inOrder = await newLife(database.db, provider);
    await tellAll(inOrder, [...first, ...renewal]);
    const expected = await outcome(inOrder);
    expect(expected).toMatchObject({
      unsettled: 0,
      messages: ['subscription_renewed', 'subscription_renewed'],
      periods: ['first 2026-09-01 2026-10-01', 'renewal 2026-10-01 2026-11-01'],
      balance: 1000,
      cases: [],
      subscription: { status: 'active', plan: 'pro_monthly', revision: 2, is_current: true },
    });
    const seeds = Array.from({ length: samples }, (_, index) => index + 1);
    await eachOf(seeds, async (seed) => {
      const life = await newLife(database.db, provider);
      const order = shuffled([...first, ...renewal], randomOf(seed));
      await tellAll(life, order);
      expect({ seed, order, ...(await outcome(life)) }).toEqual({ seed, order, ...expected });
    });
    await expectInvariants(database.db);
  });
});
