import { and, eq } from 'drizzle-orm';
import { users } from '@/db/schema';
import type { BillingContext } from '../context';
import { type ProviderName, providerNames } from '../events';
import { isLive } from '../subscriptions/state';
import { listSubscriptions } from '../subscriptions/store';
import { listTeamCustomers } from './store';

/** What a provider knows a team by: a customer, and the subscription that it has with them. */
export interface Account {
  provider: ProviderName;
  providerCustomerId: string;
  providerSubscriptionId: string | null;
}

/**
 * How providers know a team, what counts most first: the customer of its live subscription, then whoever paid last.
 * Dead customers are left out, unless a live subscription is theirs.
 */
export async function listAccounts({ database }: BillingContext, teamId: string): Promise<Account[]> {
  const [subscriptions, customers] = await Promise.all([
    listSubscriptions(database, teamId),
    listTeamCustomers(database, teamId),
  ]);
  const alive = new Set(customers.map(({ provider, providerCustomerId }) => `${provider}:${providerCustomerId}`));
  const held = [...subscriptions.filter(({ isCurrent }) => isCurrent), ...subscriptions.toReversed()].flatMap((row) => {
    const { provider, providerSubscriptionId, providerCustomerId } = row;
    if (providerCustomerId === null) return [];
    if (!isLive(row.status) && !alive.has(`${provider}:${providerCustomerId}`)) return [];
    return [{ provider, providerCustomerId, providerSubscriptionId, isLive: isLive(row.status) }];
  });
  const all = [
    ...held.filter((one) => one.isLive),
    ...held,
    ...customers.map((customer) => ({ ...customer, providerSubscriptionId: null })),
  ];
  const seen = new Set<string>();
  return all.flatMap(({ provider: name, providerCustomerId, providerSubscriptionId }) => {
    const provider = providerNames.find((known) => known === name);
    const key = `${name}:${providerCustomerId}`;
    if (!provider || seen.has(key)) return [];
    seen.add(key);
    return [{ provider, providerCustomerId, providerSubscriptionId }];
  });
}

/** The address of whoever buys, where it is one that somebody reads. */
export async function findBuyerEmail({ database }: BillingContext, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const [user] = await database
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isAnonymous, false)));
  return user?.email ?? null;
}
