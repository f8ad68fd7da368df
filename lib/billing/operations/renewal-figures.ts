import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { chargeAttempts, chargeOperations, renewalClocks } from '@/db/schema';

/** How the renewals that we run ourselves stand. Made-up time is left out. */
export interface RenewalFigures {
  /** Charges that have not ended, by state. */
  operations: Record<string, number>;
  /** All attempts of a try used, and nobody declined. */
  exhausted: number;
  /** Paid for after it was canceled, and not given back yet. */
  refundsDue: number;
  clocks: Record<string, number>;
  /** How long the clock that is longest overdue has waited for its tick. */
  clockLagSeconds: number;
  /** How the last hour's answers were classed. */
  outcomes: Record<string, number>;
}

/** Reads them, each along an index: what has ended is not counted. */
export async function readRenewalFigures(database: Database, now: Date): Promise<RenewalFigures> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const [operations, [stuck], clocks, [lag], outcomes] = await Promise.all([
    database.execute<Count>(sql`
      select state as name, count(*) as count from ${chargeOperations}
      where state not in ('succeeded', 'failed', 'voided', 'skipped') and not is_simulated group by state`),
    database.execute<{ exhausted: string; refunds: string }>(sql`
      select
        (select count(*) from ${chargeOperations}
          where state = 'unknown' and try_attempts >= max_attempts and not is_simulated) as exhausted,
        (select count(*) from ${chargeOperations}
          where refund_due_at is not null and refunded_at is null and not is_simulated) as refunds`),
    database.execute<Count>(sql`
      select state as name, count(*) as count from ${renewalClocks} where not is_simulated group by state`),
    database.execute<{ seconds: string | null }>(sql`
      select extract(epoch from ${at} - min(next_run_at)) as seconds from ${renewalClocks}
      where next_run_at <= ${at} and not is_simulated`),
    database.execute<Count>(sql`
      select answer_class as name, count(*) as count from ${chargeAttempts}
      where started_at > ${at} - interval '1 hour' and answer_class is not null group by answer_class`),
  ]);
  return {
    operations: { pending: 0, sending: 0, unknown: 0, declined: 0, ...countsOf(operations) },
    exhausted: Number(stuck?.exhausted ?? 0),
    refundsDue: Number(stuck?.refunds ?? 0),
    clocks: { running: 0, halted: 0, ...countsOf(clocks) },
    clockLagSeconds: Math.max(0, Number(lag?.seconds ?? 0)),
    outcomes: countsOf(outcomes),
  };
}

interface Count extends Record<string, unknown> {
  name: string;
  count: string;
}

function countsOf(rows: readonly Count[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}
