import { z } from 'zod';
import type { Buyer } from '../../events';
import { reference } from '../fields';

/**
 * Paddle copies a checkout's custom data to its subscription, and a subscription's to all of its later transactions:
 * a top-up carries the `checkout_id` of the plan.
 */
export const customData = z
  .object({ checkout_id: reference, team_id: reference })
  .catch({ checkout_id: null, team_id: null });

export function buyerOf(about: {
  custom_data: z.infer<typeof customData>;
  customer_id: string | null;
  subscription_id?: string | null | undefined;
  /** The transaction that our intent stored when it opened the checkout. */
  checkoutTransactionId: string | null;
}): Buyer {
  return {
    checkoutId: about.custom_data.checkout_id,
    providerCheckoutId: about.checkoutTransactionId,
    providerCustomerId: about.customer_id,
    providerSubscriptionId: about.subscription_id ?? null,
    claimedTeamId: about.custom_data.team_id,
  };
}
