import { z } from 'zod';
import type { Buyer } from '../../events';
import { reference } from '../fields';

/** Custom data comes with the message, never with its object. */
export const meta = z.object({
  custom_data: z.object({ checkout_id: reference, team_id: reference }).catch({ checkout_id: null, team_id: null }),
});

/** No object names the hosted checkout that it came from. */
export function buyerOf(
  { custom_data }: z.infer<typeof meta>,
  known: { customerId: string | null; subscriptionId: string | null },
): Buyer {
  return {
    checkoutId: custom_data.checkout_id,
    providerCheckoutId: null,
    providerCustomerId: known.customerId,
    providerSubscriptionId: known.subscriptionId,
    claimedTeamId: custom_data.team_id,
  };
}
