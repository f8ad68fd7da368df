import { and, eq } from 'drizzle-orm';
import { users } from '@/db/schema';
import type { BillingContext } from '../context';
import { type ProviderName, providerNames } from '../events';
import { isLive } from '../subscriptions/state';
import { listSubscriptions, type Subscription } from '../subscriptions/store';
import { listTeamCustomers } from './store';

/** What a provider knows a team by: a customer, and the subscription that it has with them. */
export interface Account {
  provider: ProviderName;
  providerCustomerId: string;
  providerSubscriptionId: string | null;
}

/**
 * How providers know a team, what counts most first: the customer of its live subscription, those of earlier ones, then
 * whoever else paid, the newest first. Dead customers are left out. `first`: a subscription of the team that counts
 * before all others.
 */
export async function listAccounts(
  { database }: BillingContext,
  teamId: string,
  first: string | null = null,
): Promise<Account[]> {
  const [subscriptions, customers] = await Promise.all([
    listSubscriptions(database, teamId),
    listTeamCustomers(database, teamId),
  ]);
  const newest = subscriptions.toReversed().map(asAccount);
  const all = [
    ...newest.filter(({ id }) => id === first),
    ...newest.filter(({ status, isCurrent }) => isCurrent && isLive(status)),
    ...newest.filter(({ status }) => isLive(status)),
    ...newest,
    ...customers.map((customer) => ({ ...customer, providerSubscriptionId: null })),
  ];
  const seen = new Set(customers.filter(({ diedAt }) => diedAt !== null).map(keyOf));
  return all.flatMap((one) => {
    const { providerCustomerId, providerSubscriptionId } = one;
    const provider = providerNames.find((known) => known === one.provider);
    if (!provider || providerCustomerId === null || seen.has(keyOf(one))) return [];
    seen.add(keyOf(one));
    return [{ provider, providerCustomerId, providerSubscriptionId }];
  });
}

/** The provider does not know a subscription that we renew. */
function asAccount({ id, provider, providerCustomerId, status, isCurrent, clockOwner, ...of }: Subscription) {
  const providerSubscriptionId = clockOwner === 'us' ? null : of.providerSubscriptionId;
  return { id, provider, providerCustomerId, providerSubscriptionId, status, isCurrent };
}

function keyOf({ provider, providerCustomerId }: { provider: string; providerCustomerId: string | null }): string {
  return `${provider}:${providerCustomerId}`;
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
