import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { billingWebhookEvents, reconciliationCases, subscriptionOutbox, workerHeartbeats } from '@/db/schema';

/** How things stand, as the tables have it. Ages in seconds. */
export interface Figures {
  /** Events that are not settled, by state: `waiting`, `retrying`, `parked`. */
  unsettled: Record<string, number>;
  /** Since the oldest of them was received; null: there is none. */
  oldestUnsettledSeconds: number | null;
  /** How long the event that has waited longest for its turn is overdue; null: none is due. */
  overdueSeconds: number | null;
  /** Messages by state; those that are done only as far as they were written within a day. */
  outbox: Record<string, number>;
  openCases: Record<string, number>;
  /** Of the last hour's events, a thousand at most, in the middle and at the 95th percentile. */
  lag: { receipt: Percentiles; settling: Percentiles };
  receivedLastHour: number;
  workers: { kind: string; ageSeconds: number }[];
}

interface Percentiles {
  p50: number | null;
  p95: number | null;
}

/** Reads the figures, each along an index, so that they cost the same however many events are kept. */
export async function readFigures(database: Database, now: Date): Promise<Figures> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [events, [overdue], outbox, cases, [lag], workers] = await Promise.all([
    database.execute<Count & { oldest: string }>(sql`
      select state as name, count(*) as count, extract(epoch from ${at} - min(received_at)) as oldest
      from ${billingWebhookEvents} where state in ('waiting', 'retrying', 'parked') group by state`),
    database.execute<{ seconds: string | null }>(sql`
      select extract(epoch from ${at} - min(next_attempt_at)) as seconds
      from ${billingWebhookEvents} where next_attempt_at <= ${at}`),
    database.execute<Count>(sql`
      select state as name, count(*) as count from ${subscriptionOutbox}
      where state in ('pending', 'sending', 'failed', 'ambiguous')
        or (state in ('sent', 'superseded') and created_at > ${at} - interval '1 day')
      group by state`),
    database.execute<Count>(sql`
      select kind as name, count(*) as count from ${reconciliationCases} where state = 'open' group by kind`),
    readLag(database, at),
    database.execute<{ kind: string; age: string }>(sql`
      select kind, extract(epoch from ${at} - seen_at) as age from ${workerHeartbeats} order by seen_at desc`),
  ]);
  const ages = events.map(({ oldest }) => Number(oldest));
  return {
    unsettled: { waiting: 0, retrying: 0, parked: 0, ...countsOf(events) },
    oldestUnsettledSeconds: ages.length === 0 ? null : Math.max(...ages),
    overdueSeconds: overdue?.seconds == null ? null : Number(overdue.seconds),
    outbox: { pending: 0, sending: 0, sent: 0, failed: 0, ambiguous: 0, superseded: 0, ...countsOf(outbox) },
    openCases: countsOf(cases),
    lag: {
      receipt: { p50: numberOf(lag?.receipt_50), p95: numberOf(lag?.receipt_95) },
      settling: { p50: numberOf(lag?.settling_50), p95: numberOf(lag?.settling_95) },
    },
    receivedLastHour: Number(lag?.received ?? 0),
    workers: workers.map(({ kind, age }) => ({ kind, ageSeconds: Number(age) })),
  };
}

interface Count extends Record<string, unknown> {
  name: string;
  count: string;
}

type Lag = Record<'receipt_50' | 'receipt_95' | 'settling_50' | 'settling_95' | 'received', string | null>;

/** From when it happened to its receipt, and from there until nothing was left to do. */
function readLag(database: Database, at: ReturnType<typeof sql>): Promise<Lag[]> {
  const receipt = sql`extract(epoch from received_at - occurred_at)`;
  const settling = sql`extract(epoch from settled_at - received_at)`;
  return database.execute<Lag>(sql`
    select percentile_cont(0.5) within group (order by ${receipt}) as receipt_50,
      percentile_cont(0.95) within group (order by ${receipt}) as receipt_95,
      percentile_cont(0.5) within group (order by ${settling}) as settling_50,
      percentile_cont(0.95) within group (order by ${settling}) as settling_95,
      (select count(*) from ${billingWebhookEvents} where received_at > ${at} - interval '1 hour') as received
    from (
      select received_at, occurred_at, settled_at from ${billingWebhookEvents}
      where received_at > ${at} - interval '1 hour'
      order by received_at desc
      limit 1000
    ) as newest`);
}

function countsOf(rows: readonly Count[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

function numberOf(value: string | null | undefined): number | null {
  return value == null ? null : Number(value);
}
