import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { chargeAttempts, chargeOperations } from '@/db/schema';

export interface ExportedOperation extends Record<string, unknown> {
  operation_id: string;
  settled_at: string;
}

/**
 * A page of the operations that were settled between two times, with what they charged for and every attempt, in the
 * order in which they were settled. `from` null: since ever.
 */
export function readOperations(
  database: Database,
  { from, until, after, limit }: OperationPage,
): Promise<ExportedOperation[]> {
  const settledAfter = from === null ? sql`true` : sql`o.settled_at > ${from.toISOString()}::timestamptz`;
  const position =
    after === null
      ? sql`true`
      : sql`(o.settled_at, o.id) > (${after.settled_at}::timestamptz, ${after.operation_id}::text)`;
  return database.execute<ExportedOperation>(sql`
    select o.id as operation_id, o.subscription_id, o.team_id, o.provider, o.cycle_no, o.period_start, o.period_end,
      o.state, o.payload, o.payload_hash, o.try_no, o.provider_payment_id, o.first_failed_at, o.cancel_mode,
      o.refund_due_at, o.refunded_at, o.created_at, o.settled_at,
      (select coalesce(json_agg(a order by a.attempt_no), '[]') from ${chargeAttempts} a where a.operation_id = o.id)
        as attempts
    from ${chargeOperations} o
    where o.settled_at <= ${until.toISOString()}::timestamptz and ${settledAfter} and ${position}
    order by o.settled_at, o.id
    limit ${limit}`);
}

export interface OperationPage {
  from: Date | null;
  until: Date;
  after: ExportedOperation | null;
  limit: number;
}
