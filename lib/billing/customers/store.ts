import { type SQL, sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { billingCustomers } from '@/db/schema';
import type { ProviderName } from '../events';

/** Every team that this customer of a provider has paid for. */
export async function findCustomerTeams(
  tx: Transaction,
  provider: ProviderName,
  providerCustomerId: string,
): Promise<string[]> {
  const rows = await selectTeams(tx, { provider, providerCustomerId });
  return rows.map(({ team_id }) => team_id);
}

const value = sql.placeholder;

/**
 * Part of a statement: remembers that the customer paid for the team of `purchase`, and returns a row when that was
 * new. Values: `provider`, `providerCustomerId` (null for nobody), `teamId`.
 */
export const customerOf = (purchase: SQL): SQL => sql`
    insert into ${billingCustomers} (provider, provider_customer_id, team_id)
    select ${value('provider')}, ${value('providerCustomerId')}, ${value('teamId')} from ${purchase}
    where ${value('providerCustomerId')}::text is not null
    on conflict (provider, provider_customer_id, team_id) do nothing
    returning team_id`;

// Two say already that the customer alone does not tell.
const selectTeams = prepared<{ team_id: string }>(
  sql`
    select team_id from ${billingCustomers}
    where provider = ${value('provider')} and provider_customer_id = ${value('providerCustomerId')}
    limit 2`,
);
