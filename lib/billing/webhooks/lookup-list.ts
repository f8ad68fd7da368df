import { sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import { billingWebhookEvents, subscriptionBillingPeriods, subscriptions } from '@/db/schema';
import type { Instant, ProviderName } from '../events';
import type { EventKey } from './inbox';

const day = 86_400_000;

/**
 * Events that lack what their provider can be asked for, the longest waiting first: those that say so at once, those
 * that wait for a predecessor once it had its time to come. What was parked for a lack is asked for too.
 */
export async function listLacking(
  database: Database,
  {
    providers,
    now,
    patienceMs,
    maxAgeDays,
    limit,
  }: { providers: readonly string[]; now: Date; patienceMs: number; maxAgeDays: number | null; limit: number },
): Promise<EventKey[]> {
  if (providers.length === 0) return [];
  const at = now.toISOString();
  const oldest = maxAgeDays === null ? new Date(0) : new Date(now.getTime() - maxAgeDays * day);
  const patientSince = new Date(now.getTime() - patienceMs).toISOString();
  const rows = await database.execute<{ provider: ProviderName; event_id: string }>(sql`
    select provider, event_id from ${billingWebhookEvents}
    where state in ('waiting', 'parked')
      and provider = any(${sql.param([...providers])}::text[])
      and (error_code = 'needs_provider_lookup'
        or error_code in ('renewal_period_is_not_contiguous', 'subscription_has_no_current_period')
          and received_at <= ${patientSince})
      and received_at > ${oldest.toISOString()}
      and (leased_until is null or leased_until <= ${at})
    order by received_at limit ${limit}`);
  return rows.map(({ provider, event_id }) => ({ provider, eventId: event_id }));
}

/** The end of the last paid period of a subscription that starts before a time. */
export async function findLastPaidEnd(
  database: Database,
  { provider, providerSubscriptionId, before }: { provider: string; providerSubscriptionId: string; before: Instant },
): Promise<Instant | null> {
  const [row] = await database
    .select({
      end: sql<Instant | null>`max(least(${subscriptionBillingPeriods.periodEnd}, ${subscriptionBillingPeriods.supersededAt}))`.mapWith(
        subscriptionBillingPeriods.periodEnd,
      ),
    })
    .from(subscriptionBillingPeriods)
    .innerJoin(subscriptions, sql`${subscriptions.id} = ${subscriptionBillingPeriods.subscriptionId}`)
    .where(
      sql`${subscriptions.provider} = ${provider} and ${subscriptions.providerSubscriptionId} = ${providerSubscriptionId}
        and ${subscriptionBillingPeriods.kind} <> 'after_end' and ${subscriptionBillingPeriods.periodStart} < ${before}`,
    );
  return row?.end ?? null;
}
