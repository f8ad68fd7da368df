import type { Buyer } from '../../events';

interface Named {
  session_id: string | null;
  checkout_id: string | null;
  customer_id: string | null;
  subscription_id?: string;
}

/** Every message names the session that it goes back to. The buyer can set none of it. */
export function buyerOf({ session_id, checkout_id, customer_id, subscription_id }: Named): Buyer {
  return {
    checkoutId: checkout_id,
    providerCheckoutId: session_id,
    providerCustomerId: customer_id,
    providerSubscriptionId: subscription_id ?? null,
    claimedTeamId: null,
  };
}
