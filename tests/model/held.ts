import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { rows } from '../support/state';
import type { World } from './world';

const utc = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`);

/** What the product holds of a team, in the model's words. */
export async function readHeld({ database, teamId, left }: World) {
  const number = sql`select id, row_number() over (order by created_at, id) - 1 as number from subscriptions where team_id = ${teamId}`;
  const [subscriptions, periods, lots, sums, cases, unsettled] = await Promise.all([
    texts(
      database,
      sql`
        select status, plan, quantity, is_current, ${utc('current_period_start')}, ${utc('current_period_end')},
          case when status = 'canceled' then 'ended' else cancel_at_period_end::text end, ${utc('ended_at')}
        from subscriptions where team_id = ${teamId} order by created_at, id`,
    ),
    texts(
      database,
      sql`
        select s.number, ${utc('period_start')}, ${utc('period_end')}, plan, quantity, paid_amount_minor, tax_minor,
          ${utc('superseded_at')}, refunded_credits
        from subscription_billing_periods p join (${number}) s on s.id = p.subscription_id
        order by s.number, period_start`,
    ),
    texts(
      database,
      sql`
        select coalesce(s.number::text, 'pack'), ${utc('p.period_start')},
          nullif(split_part(source_key, ':month:', 2), ''), g.amount, g.remaining
        from credit_grants g
        left join subscription_billing_periods p on source_type = 'period' and p.id = split_part(source_key, ':', 1)
        left join (${number}) s on s.id = p.subscription_id
        where g.team_id = ${teamId}`,
    ),
    rows(
      database,
      sql`
        select (select balance from credits where team_id = ${teamId}) as balance,
          (select count(*) from subscription_transition_audits a join subscriptions s on s.id = a.subscription_id
            where s.team_id = ${teamId} and event_type = 'subscription_renewed') as transitions,
          (select count(*) from subscription_outbox
            where team_id = ${teamId} and event_type = 'subscription_renewed') as messages`,
    ),
    texts(
      database,
      sql`select kind from reconciliation_cases where team_id = ${teamId} and state = 'open' order by kind`,
    ),
    readUnsettled(database),
  ]);
  const [sum] = sums;
  return {
    balance: Number(sum?.balance),
    ...{ subscriptions, periods, lots: lots.sort() },
    told: { transitions: Number(sum?.transitions), messages: Number(sum?.messages) },
    openCases: cases,
    unsettled: unsettled.filter((event) => !left.has(event)),
  };
}

/** Events that wait for something, or for a person. */
export function readUnsettled(database: Database): Promise<string[]> {
  return texts(
    database,
    sql`
      select type, state, error_code, event_id from billing_webhook_events
      where state in ('waiting', 'parked', 'retrying') order by received_at, event_id`,
  );
}

/** Each row as its values. */
async function texts(database: Database, query: SQL): Promise<string[]> {
  const found = await rows(database, sql`select to_jsonb(row(found.*)) as values from (${query}) as found`);
  return found.map(({ values }) => valuesOf(values).join(' '));
}

function valuesOf(row: unknown): unknown[] {
  return typeof row === 'object' && row !== null ? Object.values(row) : [];
}
