import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { rows } from './state';

/** Everything that a set of events leaves behind and that the order in which they came may not change. */
export async function readOutcome(database: Database, scope: string): Promise<Record<string, unknown[]>> {
  const ofScope = sql`like ${`team\\_${scope}\\_%`}`;
  const inScope = sql`like ${`%${scope.replaceAll('_', '\\_')}%`}`;
  const [credits, purchases, reversals, lots, movements, cases, inbox, intents, customers] = await Promise.all([
    rows(database, sql`select team_id, balance, held from credits where team_id ${ofScope} order by 1`),
    rows(
      database,
      sql`
        select provider, provider_checkout_id, team_id, checkout_id, provider_payment_id, lines, credits, quantity,
          subtotal_minor, discount_minor, tax_minor, amount_minor, currency, paid_at at time zone 'UTC' as paid_at, status, refunded_minor,
          refunded_credits
        from credit_purchases where team_id ${ofScope} order by 1, 2`,
    ),
    rows(
      database,
      sql`
        select provider, provider_reversal_id, provider_payment_id, kind, amount_minor, total_minor, currency,
          cumulative, status, occurred_at at time zone 'UTC' as occurred_at
        from payment_reversals where provider_payment_id ${inScope} order by 1, 2`,
    ),
    rows(
      database,
      sql`
        select p.provider, p.provider_checkout_id, g.amount, g.remaining, g.held, g.expires_at at time zone 'UTC' as expires_at
        from credit_grants g join credit_purchases p on p.id = g.source_key where g.team_id ${ofScope} order by 1, 2`,
    ),
    // Whether a refund or a dispute took a credit that both may take is told by which came first; their sum is not.
    rows(
      database,
      sql`
        select team_id, case when kind = 'purchase' then kind else 'reversals' end as movement, sum(delta)
        from credit_ledger_entries where team_id ${ofScope} group by 1, 2 having sum(delta) <> 0 order by 1, 2`,
    ),
    // Which of two payments of one intent is the second is told by which came first; that there are two is not.
    rows(
      database,
      sql`
        select kind, case when kind = 'checkout_paid_twice' then '' else subject end as about, count(*)
        from reconciliation_cases where state = 'open' and subject ${inScope} group by 1, 2 order by 1, 2`,
    ),
    rows(
      database,
      sql`
        select provider, case when provider = 'lemonsqueezy' then body_sha256 else event_id end as event,
          case when state in ('applied', 'stale', 'ignored') then 'settled' else state end as state
        from billing_webhook_events where convert_from(raw_body, 'UTF8') ${inScope} order by 1, 2`,
    ),
    rows(database, sql`select id, state = 'paid' as paid from billing_checkouts where team_id ${ofScope} order by 1`),
    rows(
      database,
      sql`select provider, provider_customer_id, team_id from billing_customers where team_id ${ofScope} order by 1, 2`,
    ),
  ]);
  return { credits, purchases, reversals, lots, movements, cases, inbox, intents, customers };
}
