import { and, eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { subscriptions } from '@/db/schema';
import type { CustomerDeleted } from '../events';
import { isLive } from '../subscriptions/state';
import type { Applying, CaseFinding, Outcome } from '../webhooks/outcome';
import { findCustomerTeams, markCustomerDead } from './store';

/**
 * A provider deleted a customer: nothing new is opened for it. What it paid for stays; a subscription of it that is still
 * live here is a case, since the provider can charge nobody for it.
 */
export async function recordCustomerDeleted(
  tx: Transaction,
  applying: Applying,
  { providerCustomerId }: CustomerDeleted,
): Promise<Outcome> {
  const { provider, now } = applying;
  const [teamId] = await findCustomerTeams(tx, provider, providerCustomerId);
  if (teamId === undefined) return { kind: 'ignored', reason: 'unknown_customer' };
  const newly = await markCustomerDead(tx, { provider, providerCustomerId, at: now });
  const details = { providerCustomerId };
  if (newly.length === 0) return { kind: 'duplicate', teamId, details };
  const cases = await findLeft(tx, applying, providerCustomerId);
  return { kind: 'applied', teamId, created: [], cases, details };
}

async function findLeft(tx: Transaction, { provider }: Applying, providerCustomerId: string): Promise<CaseFinding[]> {
  const held = await tx
    .select({ id: subscriptions.providerSubscriptionId, plan: subscriptions.plan, status: subscriptions.status })
    .from(subscriptions)
    .where(and(eq(subscriptions.provider, provider), eq(subscriptions.providerCustomerId, providerCustomerId)));
  return held
    .filter(({ status }) => isLive(status))
    .map(({ id, plan, status }) => ({
      kind: 'customer_deleted_with_live_subscription',
      subject: `subscription:${id}`,
      local: { providerSubscriptionId: id, plan, status },
      remote: { providerCustomerId },
    }));
}
