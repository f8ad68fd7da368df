import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Pack } from '@/lib/billing/catalog';
import { spend } from '@/lib/billing/credits/spend';
import { drain } from '@/lib/billing/drain';
import { request } from '../../../support/credits';
import { createTestDatabase, type TestDatabase } from '../../../support/database';
import { type Listed, list, marketCatalog } from '../../../support/market';
import { marketContext, openMarket, tell } from '../../../support/market-days';
import { amountMinor } from '../../../support/sales/sale';
import { balanceOf, expectInvariants, rows } from '../../../support/state';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => expectInvariants(database.db));

const month = 31 * 86_400_000;

it('what failed refunds give back never lacks room, whichever of them fails first', async () => {
  const { lasting, ending, refund, wait, lots } = await twoPacks('room');
  await refund(ending, 'succeeded');
  await refund(lasting, 'succeeded');
  await wait();
  await refund(ending, 'failed');
  await refund(lasting, 'failed');
  expect(await lots()).toEqual(['pack_1000 1000', 'pack_expiring 300']);
  await wait();
  expect(await lots()).toEqual(['pack_1000 1000', 'pack_expiring 0']);
});

it('a refund of a pack that is over does not bring back what was refunded of another', async () => {
  const { lasting, ending, refund, wait, lots, teamId } = await twoPacks('other');
  await refund(ending, 'succeeded');
  await refund(lasting, 'succeeded');
  await wait();
  await refund(ending, 'failed');
  await wait();
  expect(await lots()).toEqual(['pack_1000 0', 'pack_expiring 0']);
  expect(await balanceOf(database.db, teamId)).toBe(0);
});

it('what a refund of a spent pack took from another pack goes back there when the spent one is over', async () => {
  const { ending, refund, wait, lots, spent } = await twoPacks('taken');
  await spent(300);
  await refund(ending, 'succeeded');
  expect(await lots()).toEqual(['pack_1000 700', 'pack_expiring 0']);
  await wait();
  await refund(ending, 'failed');
  expect(await lots()).toEqual(['pack_1000 1000', 'pack_expiring 0']);
});

/** A team that bought 1,000 credits for good and 300 for thirty days. */
async function twoPacks(scope: string) {
  const market = list(scope, [offer('pack_1000'), offer('pack_expiring')]);
  const [lasting, ending] = market;
  if (!lasting || !ending) throw new Error('Two sales were listed.');
  const { teamId } = lasting;
  const context = marketContext(database.db);
  await openMarket(database.db, market);
  for (const listed of market) {
    expect(await tell(context, { listed, event: { kind: 'paid' }, eventId: `evt_${listed.sale.seed}` })).toBe(
      'applied',
    );
  }
  const refund = async (listed: Listed, status: 'succeeded' | 'failed') => {
    const { sale } = listed;
    const at = status === 'succeeded' ? '2026-09-21T00:00:00.000000Z' : '2026-10-30T00:00:00.000000Z';
    const event = { kind: 'refund', id: `re_${sale.seed}`, amountMinor: amountMinor(sale), status, at } as const;
    expect(await tell(context, { listed, event, eventId: `evt_${status}_${sale.seed}` })).toBe('applied');
  };
  const wait = async () => {
    context.clock.advance(month);
    await drain(context, { budgetMs: 60_000 });
  };
  const spent = (credits: number) => spend(database.db, context.clock, request(teamId, credits));
  return { teamId, lasting, ending, refund, wait, spent, lots: () => lotsOf(teamId) };
}

async function lotsOf(teamId: string): Promise<string[]> {
  const found = await rows(
    database.db,
    sql`select lines -> 0 ->> 'item' as item, remaining from credit_grants
      join credit_purchases on credit_purchases.id = source_key
      where credit_grants.team_id = ${teamId} order by item`,
  );
  return found.map(({ item, remaining }) => `${item} ${remaining}`);
}

function offer(item: string) {
  const pack = marketCatalog.findItem(item);
  if (pack?.kind !== 'pack') throw new Error(`The market does not sell ${item}.`);
  return {
    provider: 'stripe' as const,
    team: 0 as const,
    pack: pack satisfies Pack,
    quantity: 1,
    currency: 'USD' as const,
    discount: 0,
    tax: 0,
    customer: null,
    intent: 'own' as const,
    story: [],
  };
}
