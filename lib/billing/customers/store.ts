import { and, eq, sql } from 'drizzle-orm';
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
  const rows = await tx
    .select({ teamId: billingCustomers.teamId })
    .from(billingCustomers)
    .where(and(eq(billingCustomers.provider, provider), eq(billingCustomers.providerCustomerId, providerCustomerId)))
    .limit(2);
  return rows.map(({ teamId }) => teamId);
}

const value = sql.placeholder;

const insertCustomer = prepared(sql`
    insert into ${billingCustomers} (provider, provider_customer_id, team_id)
    values (${value('provider')}, ${value('providerCustomerId')}, ${value('teamId')})
    on conflict (provider, provider_customer_id, team_id) do nothing
    returning team_id`);
