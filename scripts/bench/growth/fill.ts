import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';

export interface Size {
  events: number;
  /** So many of the newest keep a body of 2 KB, as far as they are of the last 90 days; the rest is emptied. */
  bodies: number;
}

/**
 * Years' worth of settled events, one in five of them of the last 90 days: an inbox whose rows were never deleted.
 * Event ids begin with their time, as Stripe's do; subjects and teams are scattered.
 */
export async function fillInbox(database: Database, { events, bodies }: Size, now: Date): Promise<void> {
  await database.execute(sql`
    insert into billing_webhook_events (provider, event_id, event_id_source, environment, type, subject_key, occurred_at,
      received_at, last_delivered_at, raw_body, body_sha256, state, outcome, attempts, team_id, settled_at)
    select 'stripe', 'evt_1' || lpad(to_hex(${events} - n), 8, '0') || md5(n::text), 'provider', 'test', 'checkout.session.completed', 'purchase:cs_' || md5('cs' || n),
      at, at, at,
      case when n < ${Math.min(bodies, events * 0.2)} then convert_to(repeat(md5(n::text), 64), 'UTF8') end,
      md5(n::text), case when n % 10 = 0 then 'ignored' else 'applied' end,
      case when n % 10 = 0 then 'ignored' else 'applied' end, 1, 'team_old_' || n % 5000, at
    from generate_series(0, ${events - 1}) as n
    cross join lateral (
      select ${now.toISOString()}::timestamptz - interval '1 day' * (
        case when n < ${events} * 0.2 then 90 * n / (${events} * 0.2)
          else 90 + 2000 * (n - ${events} * 0.2) / (${events} * 0.8) end
      ) as at
    ) as received`);
  await database.execute(sql`vacuum (analyze) billing_webhook_events`);
}
