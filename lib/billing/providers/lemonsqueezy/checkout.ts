import { z } from 'zod';
import type { Command } from '../command';
import { ProviderApiError } from '../request';
import { type CheckoutRequest, type HostedCheckout, returnUrl, type SellerSettings } from '../seller';

/** Nothing closes a page before its time, so its time is short. */
const openForMs = 3_600_000;

const opened = z.object({
  data: z.object({ id: z.string().min(1), attributes: z.object({ url: z.url(), expires_at: z.string().nullish() }) }),
});

/**
 * Opens a checkout for one variant. https://docs.lemonsqueezy.com/api/checkouts/create-checkout
 * Custom data comes back in the webhooks' `meta`. Throws where the store is not set.
 */
export async function openCheckout(
  command: Command,
  request: CheckoutRequest,
  settings: SellerSettings,
): Promise<HostedCheckout> {
  const { data } = await command({ method: 'POST', path: '/v1/checkouts', body: bodyOf(request, settings) }, opened);
  const { url, expires_at } = data.attributes;
  return { providerCheckoutId: data.id, url, expiresAt: expires_at ? new Date(expires_at) : null };
}

function bodyOf(request: CheckoutRequest, settings: SellerSettings) {
  const { checkoutId, teamId, email, providerPriceId, quantity } = request;
  const { account, environment, now } = settings;
  if (account === null) throw ProviderApiError.ofStatus('lemonsqueezy', 422);
  return {
    data: {
      type: 'checkouts',
      attributes: {
        product_options: {
          enabled_variants: [Number(providerPriceId)],
          redirect_url: returnUrl(settings, checkoutId),
        },
        checkout_options: { discount: true },
        checkout_data: {
          ...(email !== null && { email }),
          custom: { checkout_id: checkoutId, team_id: teamId },
          variant_quantities: [{ variant_id: Number(providerPriceId), quantity }],
        },
        expires_at: new Date(now().getTime() + openForMs).toISOString(),
        test_mode: environment === 'test',
      },
      relationships: {
        store: { data: { type: 'stores', id: account } },
        variant: { data: { type: 'variants', id: providerPriceId } },
      },
    },
  };
}
