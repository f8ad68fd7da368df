import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import type { ProviderName } from '@/lib/billing/events';
import { createIntent, createTeam } from './billing';
import { changeFixture } from './fixtures';
import { stripePurchase } from './purchases';

/** A delivery that can be sent again: the same bytes and the same event id. */
export interface PaidDelivery {
  provider: ProviderName;
  teamId: string;
  body: Uint8Array;
  /** For the header of those that send it there. */
  eventId: string;
}

/** A payment of the pack of 1,000 credits by a team of its own, through any provider. */
export async function createPaidDelivery(database: Database, provider: ProviderName): Promise<PaidDelivery> {
  const teamId = await createTeam(database);
  const checkoutId = await createIntent(database, { teamId, provider });
  return { provider, teamId, body: paidBody(provider, checkoutId), eventId: `msg_${randomUUID()}` };
}

/** What a provider tells about the payment of this checkout; always the same, but for what is changed by path. */
export function paidBody(
  provider: ProviderName,
  checkoutId: string,
  changes: Readonly<Record<string, unknown>> = {},
): Uint8Array {
  return bodies[provider](checkoutId, changes);
}

type Changes = Readonly<Record<string, unknown>>;

const bodies: Record<ProviderName, (checkoutId: string, changes: Changes) => Uint8Array> = {
  stripe: (checkoutId, changes) =>
    stripePurchase({ checkoutId, seed: checkoutId }).paid({ id: `evt_${checkoutId}`, ...changes }),
  lemonsqueezy: (checkoutId, changes) =>
    changeFixture('lemonsqueezy', 'order_created.purchase', {
      'data.id': `order_${checkoutId}`,
      'data.attributes.customer_id': `customer_${checkoutId}`,
      'meta.custom_data': { checkout_id: checkoutId },
      ...changes,
    }),
  polar: (checkoutId, changes) =>
    changeFixture('polar', 'order.paid.purchase', {
      'data.id': `order_${checkoutId}`,
      'data.customer_id': `customer_${checkoutId}`,
      'data.checkout_id': `hosted_${checkoutId}`,
      'data.metadata': { checkout_id: checkoutId },
      ...changes,
    }),
  paddle: (checkoutId, changes) =>
    changeFixture('paddle', 'transaction.completed.one_off', {
      event_id: `evt_${checkoutId}`,
      'data.id': `txn_${checkoutId}`,
      'data.customer_id': `ctm_${checkoutId}`,
      'data.custom_data': { checkout_id: checkoutId },
      ...changes,
    }),
  sandbox: (checkoutId, changes) =>
    changeFixture('sandbox', 'checkout.paid', {
      'data.checkout_id': checkoutId,
      'data.session_id': `sbx_cs_${checkoutId}`,
      'data.payment_id': `sbx_pay_${checkoutId}`,
      'data.customer_id': `sbx_cus_${checkoutId}`,
      ...changes,
    }),
};
