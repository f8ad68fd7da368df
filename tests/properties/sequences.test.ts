import { randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { getCredits } from '@/lib/billing/credits/queries';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { failingRefunds, list, type Offer, offers } from '../support/market';
import { expectBooks, expectSound } from '../support/market-accounts';
import { endAllWaiting, marketContext, openMarket, tellings, untilQuiet } from '../support/market-days';
import { act, type Deed, inStages, type Moment, moments, requestOf, type Story } from '../support/market-life';
import { propertyTimeout, runs } from '../support/properties';
import type { SaleEvent } from '../support/sales/sale';
import { count } from '../support/state';

let database: TestDatabase;
let pools: Database[];
beforeAll(async () => {
  database = await createTestDatabase();
  pools = Array.from({ length: 4 }, () => openConnection(database.url, { max: 2 }));
});
afterAll(() => database.drop());

const lives = fc.record({ made: offers(4), moments: moments(20) });
const livesOfRefunds = failingRefunds(3).chain((made) =>
  fc.record({
    made: fc.constant(made),
    moments: inStages(tellings(list('x', made)).map(({ event }) => stageOf(event))),
  }),
);

function stageOf(event: SaleEvent): number {
  if (event.kind === 'paid') return 0;
  return event.kind === 'refund' && event.status === 'failed' ? 2 : 1;
}

it(
  'whatever happens in whatever order and at once, no credit appears, vanishes or is spent twice',
  propertyTimeout,
  async () => {
    await fc.assert(fc.asyncProperty(lives, live), runs(60));
  },
);

it('refunds that fail after all, some when their pack is over, give back what they took', propertyTimeout, async () => {
  await fc.assert(fc.asyncProperty(livesOfRefunds, live), runs(40));
});

async function live(life: { made: Offer[]; moments: Moment[] }): Promise<void> {
  const scope = randomBytes(5).toString('hex');
  const market = list(scope, life.made);
  const context = marketContext(database.db);
  const story: Story = {
    scope,
    tellings: tellings(market),
    told: new Set(),
    spent: new Map(),
    holds: [],
    captured: new Map(),
  };
  await openMarket(database.db, market);
  const teamIds = [...new Set(market.map(({ teamId }) => teamId))];
  for (const { pause, deeds } of life.moments) {
    context.clock.advance(pause);
    const judged = await foresee(context, story, deeds);
    await Promise.all(deeds.map((deed, n) => act({ ...context, database: pools[n] ?? database.db }, story, deed)));
    await untilQuiet(database.db);
    judged();
    for (const teamId of teamIds) await expectSound(database.db, teamId);
  }
  await endAllWaiting(context);
  for (const teamId of teamIds) await expectSound(database.db, teamId);
  await expectBooks(database.db, market, story);
  const overdue = sql`select count(*) from credit_grants where remaining > held and expires_at <= ${context.clock.now().toISOString()}::timestamptz and team_id like ${`team\\_${scope}\\_%`}`;
  expect(await count(database.db, overdue), 'what has lapsed is gone').toBe(0);
}

/** A spend or hold that nothing else happens beside succeeds exactly when it is available. */
async function foresee(context: ReturnType<typeof marketContext>, story: Story, deeds: Deed[]): Promise<() => void> {
  const [deed, another] = deeds;
  if (another !== undefined || deed?.kind !== 'spend') return () => {};
  const { teamId, credits } = requestOf(story, deed, deed.otherAmount ? 1 : 0);
  const key = `${teamId}:${deed.key}`;
  if (story.spent.has(key)) return () => {};
  const { available } = await getCredits(context, teamId);
  return () => expect(story.spent.has(key), 'spent what was available, and only that').toBe(available >= credits);
}
