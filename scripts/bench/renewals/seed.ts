import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

/**
 * Paying subscriptions of as many teams, whose next cycle is due then, written as they are: the verbs that make them
 * would take minutes for ten thousand.
 */
export async function seedClocks(
  database: Database,
  { count, dueAt, prefix = randomUUID() }: { count: number; dueAt: string; prefix?: string },
): Promise<void> {
  const series = sql`generate_series(1, ${count}::int) as n`;
  const id = sql`${prefix}::text || '_' || n`;
  const due = sql`${dueAt}::timestamptz`;
  await database.execute(sql`insert into teams (id, name) select ${id}, 'Example Team' from ${series}`);
  await database.execute(sql`
    insert into subscriptions (id, team_id, provider, clock_owner, provider_subscription_id, status, plan, is_current,
      started_at, current_period_start, current_period_end)
    select ${id}, ${id}, 'sandbox', 'us', 'own_' || ${id}, 'active', 'pro_monthly', true,
      ${due} - interval '1 month', ${due} - interval '1 month', ${due} from ${series}`);
  await database.execute(sql`
    insert into subscription_billing_periods (id, subscription_id, provider, provider_renewal_key, provider_event_id,
      period_start, period_end, paid_amount_minor, subtotal_minor, discount_minor, tax_minor, currency, paid_at, plan,
      quantity, kind, period_source)
    select 'period_' || ${id}, ${id}, 'sandbox', 'charge:' || ${id} || ':0', 'charge:' || ${id} || ':0',
      ${due} - interval '1 month', ${due}, 2900, 2900, 0, 0, 'USD', ${due} - interval '1 month', 'pro_monthly', 1,
      'first', 'provider' from ${series}`);
  await database.execute(sql`
    insert into renewal_clocks (subscription_id, team_id, state, anchor, interval_unit, interval_count, time_zone, item,
      quantity, next_cycle_no, next_due_at, next_run_at, created_at, updated_at)
    select ${id}, ${id}, 'running', ${due} - interval '1 month', 'month', 1, 'UTC', 'pro_monthly', 1, 1, ${due}, ${due},
      ${due} - interval '1 month', ${due} - interval '1 month' from ${series}`);
}
