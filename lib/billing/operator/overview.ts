import { desc, sql } from 'drizzle-orm';
import { billingWebhookEvents as events, reconciliationRuns as runs, workerHeartbeats as workers } from '@/db/schema';
import type { BillingContext } from '../context';
import { type Figures, readFigures } from '../operations/figures';
import type { InboxState } from '../webhooks/inbox';

/** How things stand, and how the last day went. */
export interface Overview {
  figures: Figures;
  /** The last 24 hours, the oldest first; hours without a delivery included. */
  hours: HourOfDeliveries[];
  workers: { id: string; kind: string; startedAt: Date; seenAt: Date }[];
  /** Of the last 24 hours. */
  received: number;
  byState: Record<InboxState, number>;
}

export interface HourOfDeliveries {
  /** When it began, ISO 8601 in UTC. */
  hour: string;
  byState: Record<InboxState, number>;
  /** Seconds, in the middle and at the 95th percentile; null where nothing was. */
  receiptLag: { p50: number | null; p95: number | null };
  settlingLag: { p50: number | null; p95: number | null };
}

const hourMs = 3_600_000;
const hoursShown = 24;

export async function getOverview(context: BillingContext): Promise<Overview> {
  const { database, clock } = context;
  const now = clock.now();
  const [figures, hours, processes] = await Promise.all([
    readFigures(database, now),
    readHours(context, now),
    database.select().from(workers).orderBy(desc(workers.seenAt)).limit(20),
  ]);
  const byState = hours.reduce((sum, hour) => addStates(sum, hour.byState), noStates());
  const received = Object.values(byState).reduce((sum, count) => sum + count, 0);
  return { figures, hours, workers: processes, received, byState };
}

interface HourRow extends Record<string, unknown> {
  hour: string;
  state: InboxState;
  count: string;
}

type LagRow = { hour: string } & Record<'receipt_50' | 'receipt_95' | 'settling_50' | 'settling_95', number | null>;

async function readHours({ database }: BillingContext, now: Date): Promise<HourOfDeliveries[]> {
  const first = new Date(Math.floor(now.getTime() / hourMs) * hourMs - (hoursShown - 1) * hourMs);
  const hour = sql`to_char(date_trunc('hour', received_at at time zone 'UTC'), 'YYYY-MM-DD"T"HH24:00:00.000"Z"')`;
  const since = sql`received_at >= ${first.toISOString()}::timestamptz`;
  const receipt = sql`greatest(extract(epoch from received_at - occurred_at), 0)::float8`;
  const settling = sql`extract(epoch from settled_at - received_at)::float8`;
  const part = (share: number, lag: typeof receipt) =>
    sql`percentile_cont(${sql.raw(String(share))}) within group (order by ${lag})`;
  const [counted, lags] = await Promise.all([
    database.execute<HourRow>(sql`
      select ${hour} as hour, state, count(*) as count from ${events} where ${since} group by 1, 2`),
    database.execute<LagRow>(sql`
      select ${hour} as hour, ${part(0.5, receipt)} as receipt_50, ${part(0.95, receipt)} as receipt_95,
        ${part(0.5, settling)} as settling_50, ${part(0.95, settling)} as settling_95
      from (select * from ${events} where ${since} order by received_at desc limit 20000) as newest group by 1`),
  ]);
  return Array.from({ length: hoursShown }, (_, index) => {
    const name = new Date(first.getTime() + index * hourMs).toISOString();
    const byState = noStates();
    for (const row of counted) if (row.hour === name) byState[row.state] = Number(row.count);
    const lag = lags.find((row) => row.hour === name);
    return {
      ...{ hour: name, byState },
      receiptLag: { p50: lag?.receipt_50 ?? null, p95: lag?.receipt_95 ?? null },
      settlingLag: { p50: lag?.settling_50 ?? null, p95: lag?.settling_95 ?? null },
    };
  });
}

function noStates(): Record<InboxState, number> {
  return { applied: 0, ignored: 0, stale: 0, dismissed: 0, waiting: 0, retrying: 0, parked: 0 };
}

function addStates(a: Record<InboxState, number>, b: Record<InboxState, number>): Record<InboxState, number> {
  const sum = noStates();
  for (const state of Object.keys(sum) as InboxState[]) sum[state] = a[state] + b[state];
  return sum;
}

/** A comparison with a provider. */
export type RunView = Pick<
  typeof runs.$inferSelect,
  | 'id'
  | 'provider'
  | 'state'
  | 'isDryRun'
  | 'since'
  | 'until'
  | 'compared'
  | 'differences'
  | 'applied'
  | 'casesOpened'
  | 'error'
  | 'startedAt'
  | 'endedAt'
>;

/** The comparisons that were begun last, 50 at most. */
export function listRuns({ database }: BillingContext): Promise<RunView[]> {
  return database.select().from(runs).orderBy(desc(runs.startedAt)).limit(50);
}
