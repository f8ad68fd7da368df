import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { billingCustomers, subscriptions } from '@/db/schema';
import type { BillingContext } from '@/lib/billing/context';
import type { SubscriptionStatus } from '@/lib/billing/events';
import { type Api, type ApiProvider, settingsWith } from './apis';
import { testContext } from './billing';
import { requireProvider } from './installed';

/** A billing that sells through one provider, whose interface runs on this machine. */
export function sellingThrough(
  database: Database,
  api: { provider: ApiProvider; server: Api },
  changes: { patienceMs?: number; stripeAutomaticTax?: boolean } = {},
): BillingContext & { lines: string[] } {
  const { provider, server } = api;
  requireProvider(provider);
  const { patienceMs, ...others } = changes;
  const settings = settingsWith({ [provider]: server }, { sellingProvider: provider, ...others });
  const held = settings.providers[provider];
  if (held) settings.providers[provider] = { ...held, account: '100', ...(patienceMs && { patienceMs }) };
  return testContext(database, { settings });
}

/** A customer of a provider's who paid for a team, long ago. */
export async function haveCustomer(database: Database, provider: ApiProvider, teamId: string): Promise<string> {
  const providerCustomerId = `cus_${randomUUID()}`;
  await database.insert(billingCustomers).values({ provider, providerCustomerId, teamId });
  return providerCustomerId;
}

/** A subscription of a team as the webhooks left it. */
export async function haveSubscription(
  database: Database,
  of: {
    provider: string;
    teamId: string;
    status?: SubscriptionStatus;
    providerCustomerId?: string;
    isCurrent?: boolean;
  },
): Promise<{ id: string; providerSubscriptionId: string; providerCustomerId: string }> {
  const { provider, teamId, status = 'active', providerCustomerId = `cus_${randomUUID()}`, isCurrent = true } = of;
  const row = { id: randomUUID(), providerSubscriptionId: `sub_${randomUUID()}`, providerCustomerId };
  const told = { snapshotOccurredAt: '2026-09-01T00:00:00.000000Z', snapshotSuccession: 2 };
  const plan = { plan: 'pro_monthly', isCurrent, ...told };
  await database.insert(subscriptions).values({ ...row, provider, teamId, status, ...plan });
  return row;
}
