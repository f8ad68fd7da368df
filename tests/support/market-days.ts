import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Database } from '@/db/client';
import { billingCheckouts, teams } from '@/db/schema';
import type { BillingContext } from '@/lib/billing/context';
import { drain } from '@/lib/billing/drain';
import type { WebhookAnswer } from '@/lib/billing/webhooks/receive';
import { fixedClock } from '@/lib/clock';
import { send, testContext, testSettings } from './billing';
import { until } from './locks';
import { type Listed, marketCatalog, marketOpensAt } from './market';
import type { SaleEvent } from './sales/sale';
import { vocabularies } from './sales/tellers';
import { count } from './state';

/** One event of a sale under an event id: what a provider may deliver any number of times. */
export interface Telling {
  listed: Listed;
  event: SaleEvent;
  eventId: string;
}

/** The payment of each sale under two event ids, and everything else that is told about it. */
export function tellings(market: readonly Listed[]): Telling[] {
  return market.flatMap((listed, index) => {
    const events: SaleEvent[] = [{ kind: 'paid' }, { kind: 'paid' }, ...listed.events];
    return events.map((event, n) => ({ listed, event, eventId: `evt_${listed.sale.seed}_${index}_${n}` }));
  });
}

/** Writes the teams and the intents that the sales go back to. */
export async function openMarket(database: Database, market: readonly Listed[]): Promise<void> {
  const teamIds = [...new Set(market.map(({ teamId }) => teamId))];
  await database.insert(teams).values(teamIds.map((id) => ({ id, name: 'Example Team' })));
  const own = market.filter(({ sale }) => sale.checkoutId?.endsWith(`_${sale.seed}`));
  const intents = own.map(({ offer, sale, teamId }) => ({
    id: sale.checkoutId ?? '',
    teamId,
    provider: sale.provider,
    item: itemOf(offer.provider, sale.providerPriceId),
    quantity: sale.quantity,
    expectedAmountMinor: offer.pack.amountMinor * sale.quantity,
    currency: 'USD',
  }));
  if (intents.length > 0) await database.insert(billingCheckouts).values(intents);
}

function itemOf(provider: Listed['sale']['provider'], priceId: string): string {
  return marketCatalog.findByPrice(provider, priceId)?.item ?? '';
}

/** What the billing runs on in the market: its catalog, and a clock that only the test moves. */
export function marketContext(database: Database, clock = fixedClock(new Date(marketOpensAt + 3_600_000))) {
  return { ...testContext(database, { settings: testSettings({ catalog: marketCatalog }), clock }), clock };
}

const ends = ['applied', 'duplicate', 'stale', 'ignored', 'waiting', 'parked'];
/** A machine that is busy makes a delivery wait for longer than it may, but not every time. */
const deliveries = 50;

/**
 * Delivers a telling as its provider does: again while the answer is that somebody was in the way (`retrying`, 503).
 * In the end it is answered 200 whatever it leads to, and nothing is ever left to chance.
 */
export async function tell(context: BillingContext, { listed: { sale }, event, eventId }: Telling): Promise<string> {
  const body = vocabularies[sale.provider].tell(sale, event, eventId);
  let answer: WebhookAnswer = { httpStatus: 503, status: 'not_sent' };
  for (let n = 0; n < deliveries && isToCome(answer); n += 1)
    answer = await send(context, { provider: sale.provider, body, eventId });
  expect(answer.httpStatus).toBe(200);
  expect(ends).toContain(answer.status);
  return answer.status;
}

function isToCome({ httpStatus, status }: WebhookAnswer): boolean {
  return httpStatus === 503 || status === 'retrying';
}

const day = 86_400_000;

/**
 * Works on all that is left to be tried again, then moves the clock beyond every deadline of an event and works on all
 * that is due, until nothing is.
 */
export async function endAllWaiting(context: ReturnType<typeof marketContext>): Promise<void> {
  const { clock, database } = context;
  const retrying = sql`select count(*) from billing_webhook_events where state = 'retrying'`;
  // Their deadline is a day after they came, and each is tried at least every ninety minutes.
  for (let n = 0; n < 10 && (await count(database, retrying)) > 0; n += 1) {
    clock.advance(day / 12);
    await drain(context, { budgetMs: 60_000 });
  }
  clock.advance(5 * day);
  const due = sql`select count(*) from billing_webhook_events where next_attempt_at is not null`;
  for (;;) {
    const { holds = 0, teamsWithExpiredLots = 0 } = await drain(context, { budgetMs: 60_000 });
    if (holds + teamsWithExpiredLots === 0 && (await count(database, due)) === 0) return;
  }
}

/** Resolves once no transaction is open: an answer that took too long is given while the work still goes on. */
export async function untilQuiet(database: Database): Promise<void> {
  const open = sql`
    select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
      and backend_type = 'client backend'`;
  await until(async () => (await count(database, open)) === 0);
}
