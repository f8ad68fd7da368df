import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { type BillingContext, billingContext } from '@/lib/billing/context';
import { listEvents } from '@/lib/billing/operator/inbox-queries';
import { deleteSettled, emptyBodies } from '@/lib/billing/webhooks/inbox';
import { receiveWebhook } from '@/lib/billing/webhooks/receive';
import { systemClock } from '@/lib/clock';
import { signedDelivery } from '../deliveries';
import { seedSeries } from '../seed';
import { median } from '../steps';

/** Milliseconds each. */
export type Figures = Record<'delivering' | 'inboxPage' | 'emptyingBodies' | 'deletingRows' | 'pruning', number>;

const deliveries = 100;
const pages = 50;
const day = 24 * 60 * 60 * 1000;

/** One round on one database: each figure is the middle of several. */
export async function measure(database: Database, round: string): Promise<Figures> {
  const silent = () => {};
  const log = { info: silent, warn: silent, error: silent };
  const context: BillingContext = { ...billingContext(), database, log };
  return {
    delivering: await deliver(context, round),
    inboxPage: await readPages(context),
    ...(await pruneOnce(context)),
  };
}

async function deliver(context: BillingContext, series: string): Promise<number> {
  await seedSeries(context.database, { series, count: deliveries, teamId: null });
  const timings: number[] = [];
  for (let index = 0; index < deliveries; index += 1) {
    const delivery = signedDelivery({ series, index, customerId: null, at: systemClock.now() });
    const answer = await timed(timings, () => receiveWebhook(context, 'stripe', delivery));
    if (answer.status !== 'applied') throw new Error(`A delivery was answered ${answer.status}.`);
  }
  return median(timings);
}

/** The newest page, the pages that follow it, and those of one state. */
async function readPages(context: BillingContext): Promise<number> {
  const timings: number[] = [];
  let cursor: string | null = null;
  for (let n = 0; n < pages; n += 1) {
    const page = await timed(timings, () => listEvents(context, { cursor, state: n % 2 === 0 ? null : 'applied' }));
    cursor = page.nextCursor;
  }
  return median(timings);
}

async function pruneOnce({
  database,
  clock,
}: BillingContext): Promise<Pick<Figures, 'emptyingBodies' | 'deletingRows' | 'pruning'>> {
  const now = clock.now().getTime();
  // Half of the bodies are old enough, so that every round has some to empty.
  const [row] = await database.execute<{ middle: string }>(sql`
    select percentile_disc(0.5) within group (order by received_at) as middle
    from billing_webhook_events where raw_body is not null`);
  const middle = new Date(row?.middle ?? 0);
  const [emptied, deleted]: [number[], number[]] = [[], []];
  const bodies = await timed(emptied, () => emptyBodies(database, { before: middle, limit: 200 }));
  if (bodies !== 200) throw new Error(`${bodies} bodies were emptied, not 200.`);
  const old = { before: new Date(now - 400 * day), settledUntil: clock.now(), limit: 1000 };
  const rows = await timed(deleted, () => deleteSettled(database, old));
  if (rows !== 1000) throw new Error(`${rows} rows were deleted, not 1,000.`);
  const [emptyingBodies, deletingRows] = [median(emptied), median(deleted)];
  return { emptyingBodies, deletingRows, pruning: emptyingBodies + deletingRows };
}

async function timed<T>(timings: number[], work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await work();
  timings.push(performance.now() - startedAt);
  return result;
}
