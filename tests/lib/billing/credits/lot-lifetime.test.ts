import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { drain } from '@/lib/billing/drain';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { list, marketCatalog } from '../../../support/market';
import { marketContext, openMarket, tell } from '../../../support/market-days';
import { balanceOf, expectInvariants, one } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

it('a lot ends as many days after the payment as its pack says, however late the event comes', async () => {
  const pack = marketCatalog.findItem('pack_expiring');
  if (pack?.kind !== 'pack') throw new Error('The market sells a pack that expires.');
  const market = list('lifetime', [
    {
      provider: 'sandbox',
      team: 0,
      pack,
      quantity: 1,
      currency: 'USD',
      discount: 0,
      tax: 0,
      customer: null,
      intent: 'own',
      story: [],
    },
  ]);
  const [listed] = market;
  if (!listed) throw new Error('One sale was listed.');
  const context = marketContext(database.db);
  await openMarket(database.db, market);
  context.clock.advance(10 * 86_400_000);
  expect(await tell(context, { listed, event: { kind: 'paid' }, eventId: 'evt_late' })).toBe('applied');
  const lot = await one(
    database.db,
    sql`select expires_at - interval '30 days' = ${listed.sale.paidAt}::timestamptz as by_payment from credit_grants`,
  );
  expect(lot.by_payment).toBe(true);
  expect(await balanceOf(database.db, listed.teamId)).toBe(300);
  context.clock.set(new Date(Date.parse(listed.sale.paidAt) + 30 * 86_400_000));
  await drain(context, { budgetMs: 60_000 });
  expect(await balanceOf(database.db, listed.teamId)).toBe(0);
});
