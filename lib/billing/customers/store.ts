import { and, eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { billingCustomers } from '@/db/schema';
import type { ProviderName } from '../events';

/** Remembers that this customer of a provider paid for this team. True when that was new. */
export async function rememberCustomer(
  tx: Transaction,
  customer: { provider: ProviderName; providerCustomerId: string; teamId: string },
): Promise<boolean> {
  const rows = await tx
    .insert(billingCustomers)
    .values(customer)
    .onConflictDoNothing({
      target: [billingCustomers.provider, billingCustomers.providerCustomerId, billingCustomers.teamId],
    })
    .returning({ teamId: billingCustomers.teamId });
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
