import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { drain } from '@/lib/billing/drain';
import { readOutcome } from '../support/comparison';
import { createTestDatabase, openConnection, type TestDatabase } from '../support/database';
import { type Listed, list, type Offer, offers } from '../support/market';
import { endAllWaiting, marketContext, openMarket, type Telling, tell, tellings } from '../support/market-days';
import { propertyTimeout, runs } from '../support/properties';
import { expectInvariants } from '../support/state';

let first: TestDatabase;
let second: TestDatabase;
let pools: Database[];
beforeAll(async () => {
  [first, second] = [await createTestDatabase(), await createTestDatabase()];
  pools = Array.from({ length: 4 }, () => openConnection(second.url, { max: 2 }));
});
afterAll(() => Promise.all([first.drop(), second.drop()]));

/** One set of events, two orders of it, and how many at once are delivered in the second. */
const twoOrders = offers(4).chain((made) => {
  const indexes = tellings(list('x', made)).map((_, index) => index);
  const order = fc.shuffledSubarray(indexes, { minLength: indexes.length });
  return fc.record({
    made: fc.constant(made),
    one: order,
    other: order,
    again: fc.subarray(indexes),
    together: fc.integer({ min: 1, max: 4 }),
    pause: fc.constantFrom(0, 60_000, 3_600_000),
  });
});

it('any two orders of one set of provider events end in the same state', propertyTimeout, async () => {
  await fc.assert(
    fc.asyncProperty(twoOrders, async ({ made, one, other, again, together, pause }) => {
      const scope = randomBytes(5).toString('hex');
      const all = tellings(list(scope, made));
      const pick = (indexes: number[]) => indexes.flatMap((index) => all[index] ?? []);
      await oneByOne(first, { scope, made, order: pick(one) });
      await inGroups(second, { scope, made, order: [...pick(other), ...pick(again)], together, pause });
      expect(await readOutcome(second.db, scope)).toEqual(await readOutcome(first.db, scope));
    }),
    runs(40),
  );
});

interface Market {
  scope: string;
  made: Offer[];
  order: Telling[];
}

async function oneByOne(database: TestDatabase, { scope, made, order }: Market): Promise<void> {
  const context = marketContext(database.db);
  const market = list(scope, made);
  await openMarket(database.db, market);
  for (const telling of order) await tell(context, telling);
  await close(context, market);
}

/** Several at once on connections of their own, with time passing and the sweep running in between. */
async function inGroups(
  database: TestDatabase,
  { scope, made, order, together, pause }: Market & { together: number; pause: number },
): Promise<void> {
  const context = marketContext(database.db);
  const market = list(scope, made);
  await openMarket(database.db, market);
  for (let from = 0; from < order.length; from += together) {
    const group = order.slice(from, from + together);
    await Promise.all(group.map((telling, n) => tell({ ...context, database: pools[n] ?? database.db }, telling)));
    context.clock.advance(pause);
    if (pause > 0) await drain(context, { budgetMs: 60_000 });
  }
  await close(context, market);
}

async function close(context: ReturnType<typeof marketContext>, market: readonly Listed[]): Promise<void> {
  await endAllWaiting(context);
  for (const teamId of new Set(market.map((listed) => listed.teamId))) await expectInvariants(context.database, teamId);
}
