import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
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
