import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import type { BillingContext } from '@/lib/billing/context';
import type { ProviderName } from '@/lib/billing/events';
import type { WebhookAnswer } from '@/lib/billing/webhooks/receive';
import { createIntent, createTeam, send, testContext } from './billing';
import { type Own, ownFixture } from './bursts';
import { rows } from './state';

let lives = 0;

/** A subscription of this test's own, told by a provider's payloads. */
export interface Life extends Own {
  context: BillingContext & { lines: string[] };
  provider: ProviderName;
  /** The payload with this life's ids, and with what is changed by path. */
  body(name: string, changes?: Readonly<Record<string, unknown>>): Uint8Array;
  tell(name: string, changes?: Readonly<Record<string, unknown>>): Promise<WebhookAnswer['status']>;
}

export async function newLife(
  database: Database,
  provider: ProviderName,
  changes: Partial<BillingContext> & { teamId?: string; item?: string } = {},
): Promise<Life> {
  const { teamId: givenTeam, item = 'pro_monthly', ...context } = changes;
  lives += 1;
  const scope = String(lives);
  const teamId = await createTeam(database, givenTeam);
  const checkoutId = await createIntent(database, { teamId, provider, item });
  const own = { scope, teamId, checkoutId };
  const running = testContext(database, context);
  const body: Life['body'] = (name, changed) => ownFixture(provider, name, own, changed);
  const tell: Life['tell'] = async (name, changed) =>
    (await send(running, { provider, body: body(name, changed) })).status;
  return { ...own, provider, context: running, body, tell };
}

/** A team's subscription as it stands. */
export async function subscriptionOf(database: Database, teamId: string) {
  const [row] = await rows(database, sql`select * from subscriptions where team_id = ${teamId} and is_current`);
  return row ?? null;
}

/** A team's periods in the order of their time, as `kind start end`. */
export async function periodsOf(database: Database, teamId: string): Promise<string[]> {
  const found = await rows(
    database,
    sql`
      select p.kind, to_char(p.period_start at time zone 'UTC', 'YYYY-MM-DD') as start,
        to_char(p.period_end at time zone 'UTC', 'YYYY-MM-DD') as end
      from subscription_billing_periods p join subscriptions s on s.id = p.subscription_id
      where s.team_id = ${teamId} order by p.period_start, p.created_at`,
  );
  return found.map(({ kind, start, end }) => `${kind} ${start} ${end}`);
}

/** A team's messages, as `event_type state`. */
export async function messagesOf(database: Database, teamId: string): Promise<string[]> {
  const found = await rows(
    database,
    sql`select event_type, state from subscription_outbox where team_id = ${teamId} order by event_type, dedup_key`,
  );
  return found.map(({ event_type, state }) => `${event_type} ${state}`);
}

/** A team's open cases, as their kinds. */
export async function openCasesOf(database: Database, teamId: string): Promise<string[]> {
  const found = await rows(
    database,
    sql`select kind from reconciliation_cases where team_id = ${teamId} and state = 'open' order by kind`,
  );
  return found.map(({ kind }) => String(kind));
}
