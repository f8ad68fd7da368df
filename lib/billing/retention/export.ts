import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { billingWebhookEvents } from '@/db/schema';
import type { BillingContext } from '../context';
import { type ExportedOperation, readOperations } from '../renewals/retention';
import { findWatermark, moveWatermark } from './watermark';

export interface Exported {
  events: number;
  /** Charges of subscriptions that we renew. */
  operations: number;
  /** Up to when everything that was settled is exported now. */
  until: Date;
}

/** A transaction that settles an event has ended long before this, so none shows up behind the watermark. */
const marginMs = 60 * 60 * 1000;
const pageSize = 500;

/**
 * Writes every event that was settled since the last export, one JSON object a line, bodies as base64, then every charge
 * of ours with its attempts, which has an `operation_id` instead of an `event_id`, and then moves the watermark that pruning respects. `write` resolves when a line is taken, and `finish` once all of them are safe: only
 * then does the watermark move, so an export that breaks off is begun again. `all` begins with the first event.
 */
export async function exportEvents(
  { database, clock }: BillingContext,
  { write, finish, all = false }: { write(line: string): Promise<void>; finish(): Promise<void>; all?: boolean },
): Promise<Exported> {
  const now = clock.now();
  const from = all ? null : await findWatermark(database);
  const until = new Date(now.getTime() - marginMs);
  let events = 0;
  let after: ExportedRow | null = null;
  for (;;) {
    const page: ExportedRow[] = await readPage(database, { from, until, after });
    for (const row of page) await write(JSON.stringify(row));
    events += page.length;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) break;
  }
  const operations = await exportOperations(database, { from, until, write });
  await finish();
  await moveWatermark(database, until, now);
  return { events, operations, until };
}

async function exportOperations(
  database: Database,
  { from, until, write }: { from: Date | null; until: Date; write(line: string): Promise<void> },
): Promise<number> {
  let count = 0;
  for (let after: ExportedOperation | null = null; ; ) {
    const page: ExportedOperation[] = await readOperations(database, { from, until, after, limit: pageSize });
    for (const row of page) await write(JSON.stringify(row));
    count += page.length;
    after = page.at(-1) ?? null;
    if (page.length < pageSize) return count;
  }
}

type ExportedRow = Record<'provider' | 'event_id' | 'received_at', string> & Record<string, unknown>;

/** In the order in which they came, along the index on it. */
function readPage(
  database: Database,
  { from, until, after }: { from: Date | null; until: Date; after: ExportedRow | null },
): Promise<ExportedRow[]> {
  const settledAfter = from === null ? sql`true` : sql`settled_at > ${from.toISOString()}::timestamptz`;
  const position =
    after === null
      ? sql`true`
      : sql`(received_at, provider, event_id) > (${after.received_at}::timestamptz, ${after.provider}, ${after.event_id})`;
  return database.execute<ExportedRow>(sql`
    select provider, event_id, event_id_source, environment, type, subject_key, occurred_at, received_at,
      last_delivered_at, delivery_count, translate(encode(raw_body, 'base64'), E'\\n', '') as raw_body_base64, body_sha256, fetched, state,
      outcome, details, attempts, error_category, error_code, error_message, team_id, subscription_id, settled_at
    from ${billingWebhookEvents}
    where settled_at <= ${until.toISOString()}::timestamptz and ${settledAfter} and ${position}
    order by received_at, provider, event_id
    limit ${pageSize}`);
}
