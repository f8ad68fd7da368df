import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { billingCustomers } from '@/db/schema';
import type { ProviderName } from '../events';

/** Remembers that this customer of a provider paid for this team. True when that was new. */
export async function rememberCustomer(
  tx: Transaction,
  customer: { provider: ProviderName; providerCustomerId: string; teamId: string },
): Promise<boolean> {
  const rows = await insertCustomer(tx, customer);
  return rows.length > 0;
}

/** Every team that this customer of a provider has paid for. */
export async function findCustomerTeams(
  tx: Transaction,
  provider: ProviderName,
  providerCustomerId: string,
): Promise<string[]> {
  const rows = await selectTeams(tx, { provider, providerCustomerId });
  return rows.map(({ team_id }) => team_id);
}

/** A provider's customer who has paid for a team. */
export interface TeamCustomer {
  provider: string;
  providerCustomerId: string;
  /** Since when the provider no longer knows it. */
  diedAt: Date | null;
}

/** The customers of all providers who have paid for a team, the newest first. */
export async function listTeamCustomers(on: Queryable, teamId: string): Promise<TeamCustomer[]> {
  const { provider, providerCustomerId, diedAt } = billingCustomers;
  return on
    .select({ provider, providerCustomerId, diedAt })
    .from(billingCustomers)
    .where(eq(billingCustomers.teamId, teamId))
    .orderBy(desc(billingCustomers.createdAt), desc(providerCustomerId))
    .limit(100);
}

/**
 * The provider no longer knows a customer: nothing new is opened for it, and it still says whom its payments were for.
 * The teams for which that was new.
 */
export async function markCustomerDead(
  on: Queryable,
  { provider, providerCustomerId, at }: { provider: ProviderName; providerCustomerId: string; at: Date },
): Promise<string[]> {
  const { provider: of, providerCustomerId: id, diedAt, teamId } = billingCustomers;
  const rows = await on
    .update(billingCustomers)
    .set({ diedAt: at })
    .where(and(eq(of, provider), eq(id, providerCustomerId), isNull(diedAt)))
    .returning({ teamId });
  return rows.map((row) => row.teamId);
}

const value = sql.placeholder;

const insertCustomer = prepared(sql`
    insert into ${billingCustomers} (provider, provider_customer_id, team_id)
    values (${value('provider')}, ${value('providerCustomerId')}, ${value('teamId')})
    on conflict (provider, provider_customer_id, team_id) do nothing
    returning team_id`);

// Two say already that the customer alone does not tell.
const selectTeams = prepared<{ team_id: string }>(
  sql`
    select team_id from ${billingCustomers}
    where provider = ${value('provider')} and provider_customer_id = ${value('providerCustomerId')}
    limit 2`,
);
