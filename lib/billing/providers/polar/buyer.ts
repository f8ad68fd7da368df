import type { Buyer } from '../../events';
import type { Metadata } from './schemas';

/** Who is meant, as far as an order, subscription or refund says. */
export function buyerOf(about: {
  metadata: Metadata;
  checkout_id?: string | null | undefined;
  customer_id?: string | null | undefined;
  subscription_id?: string | null | undefined;
}): Buyer {
  return {
    checkoutId: about.metadata.checkout_id,
    providerCheckoutId: about.checkout_id ?? null,
    providerCustomerId: about.customer_id ?? null,
    providerSubscriptionId: about.subscription_id ?? null,
    claimedTeamId: about.metadata.team_id,
  };
}
