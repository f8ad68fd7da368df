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
  return { provider, teamId, body: bodies[provider](checkoutId), eventId: `msg_${randomUUID()}` };
}

const bodies: Record<ProviderName, (checkoutId: string) => Uint8Array> = {
  stripe: (checkoutId) => stripePurchase({ checkoutId }).paid(),
  lemonsqueezy: (checkoutId) =>
    changeFixture('lemonsqueezy', 'order_created.purchase', {
      'data.id': `order_${checkoutId}`,
      'data.attributes.customer_id': `customer_${checkoutId}`,
      'meta.custom_data': { checkout_id: checkoutId },
    }),
  polar: (checkoutId) =>
    changeFixture('polar', 'order.paid.purchase', {
      'data.id': `order_${checkoutId}`,
      'data.customer_id': `customer_${checkoutId}`,
      'data.checkout_id': `hosted_${checkoutId}`,
      'data.metadata': { checkout_id: checkoutId },
    }),
  paddle: (checkoutId) =>
    changeFixture('paddle', 'transaction.completed.one_off', {
      event_id: `evt_${checkoutId}`,
      'data.id': `txn_${checkoutId}`,
      'data.customer_id': `ctm_${checkoutId}`,
      'data.custom_data': { checkout_id: checkoutId },
    }),
  sandbox: (checkoutId) =>
    changeFixture('sandbox', 'checkout.paid', {
      'data.checkout_id': checkoutId,
      'data.session_id': `sbx_cs_${checkoutId}`,
      'data.payment_id': `sbx_pay_${checkoutId}`,
      'data.customer_id': `sbx_cus_${checkoutId}`,
    }),
};
