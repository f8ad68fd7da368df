import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import type { Database } from '@/db/client';
import { findProvider } from '@/lib/billing/providers/registry';
import { send } from '../support/billing';
import { readOutcome } from '../support/comparison';
import { createTestDatabase, openConnection } from '../support/database';
import { type Listed, list, offers } from '../support/market';
import { endAllWaiting, marketContext, openMarket, tell, tellings } from '../support/market-days';
import { propertyTimeout, runs } from '../support/properties';
import { rows } from '../support/state';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** Markets that were told in some order, and another order in which the log of all of them is read again. */
const logs = fc.record({
  markets: fc.array(offers(4), { minLength: 3, maxLength: 6, size: 'max' }),
  order: fc.array(fc.nat(), { minLength: 97, maxLength: 97 }),
  process: fc.constantFrom('America/St_Johns', 'Pacific/Kiritimati', 'Asia/Kathmandu'),
  database: fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/New_York'),
});

it(
  'the whole log read again into an empty database, in any order and any time zone, gives the same balances',
  propertyTimeout,
  async () => {
    await fc.assert(
      fc.asyncProperty(logs, async ({ markets, order, process: processZone, database: databaseZone }) => {
        const listed = markets.map((made, n) => list(`log${n}x`, made));
        const [first, second] = [await createTestDatabase(), await createTestDatabase()];
        try {
          process.env.TZ = 'UTC';
          await live(first.db, listed);
          process.env.TZ = processZone;
          expect(new Date('2026-09-20T12:00:00Z').getTimezoneOffset()).not.toBe(0);
          await setTimeZone(second.url, databaseZone);
          await readAgain(second.db, { from: first.db, listed, order });
          for (const n of listed.keys())
            expect(await readOutcome(second.db, `log${n}x`)).toEqual(await readOutcome(first.db, `log${n}x`));
        } finally {
          await Promise.all([first.drop(), second.drop()]);
        }
      }),
      runs(4),
    );
  },
);

async function live(database: Database, listed: readonly Listed[][]): Promise<void> {
  const context = marketContext(database);
  for (const market of listed) {
    await openMarket(database, market);
    for (const telling of tellings(market)) await tell(context, telling);
  }
  await endAllWaiting(context);
}

/** Every body that was received, signed afresh under the id that it had. */
async function readAgain(
  database: Database,
  { from, listed, order }: { from: Database; listed: readonly Listed[][]; order: readonly number[] },
): Promise<void> {
  for (const market of listed) await openMarket(database, market);
  const context = marketContext(database);
  const log = await rows(from, sql`select provider, event_id, raw_body from billing_webhook_events order by event_id`);
  const shuffled = log
    .map((row, n) => ({ row, at: order[n % order.length] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);
  for (const { provider, event_id, raw_body } of shuffled) {
    const known = findProvider(String(provider));
    if (!known || !(raw_body instanceof Uint8Array)) throw new Error('The log holds a body of a provider.');
    const { httpStatus } = await send(context, { provider: known.name, body: raw_body, eventId: String(event_id) });
    expect(httpStatus).toBe(200);
  }
  await endAllWaiting(context);
}

/** For every connection that is opened from now on. */
async function setTimeZone(url: string, timeZone: string): Promise<void> {
  const database = openConnection(url, { max: 1 });
  const name = new URL(url).pathname.slice(1);
  await database.execute(sql.raw(`alter database ${name} set timezone to '${timeZone}'`));
  await database.$client.end();
}
