import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billingCheckouts, teams } from '@/db/schema';
import { together } from '../../../support/barrier';
import { send, testContext } from '../../../support/billing';
import { bursts, type Own, ownIds } from '../../../support/bursts';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { readFixture } from '../../../support/fixtures';
import { expectInvariants } from '../../../support/state';
import { expectAllSettled, readStates } from '../../../support/subscription-states';

const samples = Number(process.env.BURST_SAMPLES ?? 500);
/** Paddle's renewal is told in all of its orders elsewhere. */
const samplesOf = (provider: PlanProvider) => (provider === 'paddle' ? Math.min(samples, 60) : samples);
/** More at once do no more on two cores. */
const connections = 6;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ max: connections });
});
afterAll(() => database.drop());

const providers = ['stripe', 'lemonsqueezy', 'polar', 'paddle'] as const;
type PlanProvider = (typeof providers)[number];

interface Burst {
  provider: PlanProvider;
  own: Own;
  order: readonly string[];
}

describe.each(providers)('the first payment and the renewal of %s', (provider) => {
  const orderCount = samplesOf(provider);
  it(`end in one state in each of ${orderCount} orders, some of it twice`, { timeout: 1_200_000 }, async () => {
    const { first, renewal } = bursts[provider];
    const inOrder = [...first, ...renewal];
    const orders = Array.from({ length: orderCount }, (_, seed) =>
      seed === 0 ? inOrder : shuffled(inOrder, randomOf(seed)),
    );
    const queue = orders.map((order, index): Burst => ({ provider, order, own: ownOf(provider, index) }));
    await openTeams(queue);
    await together(connections, async () => {
      for (let burst = queue.shift(); burst; burst = queue.shift()) {
        await tellAll(burst);
        // The planner must not go on taking the tables for empty.
        if (queue.length % 50 === 0) await database.db.execute(sql`analyze`);
      }
    });
    const found = await readStates(database.db, `team_${provider}_`);
    expect(found.slice(1), differing(orders, found[1]?.anyTeam)).toEqual([]);
    expect(found[0]).toMatchObject({ teams: orderCount, state: { cases: [], lots: ['(1000,0,0)', '(1000,1000,0)'] } });
    const { state } = found[0] ?? {};
    expect(state?.subscription).toMatch(/^\(active,pro_monthly,1,2,t,/);
    expect(state?.periods.map(beginning)).toEqual(['(first,"2026-09-01 ', '(renewal,"2026-10-01 ']);
    expect(state?.ledger).toEqual(['(allowance,1000,1000)', '(expiry,-1000,0)', '(allowance,1000,1000)']);
    expect(state?.messages).toEqual(['subscription_renewed', 'subscription_renewed']);
    await expectAllSettled(database.db);
    await expectInvariants(database.db);
  });
});

/** `(renewal,"2026-10-01 10:00:00+00",…` without what follows the day. */
const beginning = (period: string) => period.slice(0, period.indexOf(' ') + 1);

function differing(orders: readonly (readonly string[])[], teamId: string | undefined): string {
  const index = Number(teamId?.split('_').at(-1)) - firstScope;
  return `another state after ${orders[index]?.join(', ')}`;
}

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

const firstScope = 10_000;

function ownOf(provider: PlanProvider, index: number): Own {
  const scope = String(firstScope + index);
  return { scope, teamId: `team_${provider}_${scope}`, checkoutId: `chk_${provider}_${scope}` };
}

async function openTeams(all: readonly Burst[]): Promise<void> {
  await database.db.insert(teams).values(all.map(({ own }) => ({ id: own.teamId, name: 'Example Team' })));
  await database.db.insert(billingCheckouts).values(
    all.map(({ own, provider }) => ({
      ...{ id: own.checkoutId, teamId: own.teamId, provider, item: 'pro_monthly', quantity: 1 },
      ...{ expectedAmountMinor: 2900, currency: 'USD' },
    })),
  );
}

const texts = new Map<string, string>();

function textOf(provider: PlanProvider, name: string): string {
  const key = `${provider}/${name}`;
  const text = texts.get(key) ?? JSON.stringify(JSON.parse(new TextDecoder().decode(readFixture(provider, name))));
  texts.set(key, text);
  return text;
}

/** A repetition comes under the id that its event had before. */
async function tellAll({ provider, own, order }: Burst): Promise<void> {
  const context = testContext(database.db);
  const eventIds = new Map(order.map((name) => [name, randomUUID()]));
  for (const name of order) {
    const body = new TextEncoder().encode(ownIds(provider, textOf(provider, name), own));
    const { httpStatus } = await send(context, { provider, body, eventId: eventIds.get(name) ?? name });
    if (httpStatus !== 200) throw new Error(`${name} in ${order.join(', ')} was answered ${httpStatus}.`);
  }
}
