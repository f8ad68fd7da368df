import type { Polar } from '@polar-sh/sdk/2026-10';
import { billingUrl, type CheckoutRequest, type HostedCheckout, returnUrl, type SellerSettings } from '../seller';

/**
 * Opens a checkout session. Polar's customer is a person, so it is our user; the team is in the metadata, which Polar
 * copies to the order and to the subscription. https://docs.polar.sh/api-reference/checkouts/create-session
 */
export async function openCheckout(
  client: Polar,
  request: CheckoutRequest,
  settings: SellerSettings,
): Promise<HostedCheckout> {
  const { checkoutId, teamId, userId, email, providerPriceId, quantity } = request;
  const session = await client.checkouts.create({
    products: [providerPriceId],
    metadata: { checkout_id: checkoutId, team_id: teamId },
    ...(userId !== null && { external_customer_id: userId }),
    ...(email !== null && { customer_email: email }),
    ...(quantity > 1 && { units: quantity }),
    allow_discount_codes: true,
    success_url: returnUrl(settings, checkoutId),
    return_url: billingUrl(settings),
  });
  return { providerCheckoutId: session.id, url: session.url, expiresAt: new Date(session.expires_at) };
}
