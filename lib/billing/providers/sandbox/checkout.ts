import { randomUUID } from 'node:crypto';
import type { CheckoutRequest, CheckoutSettings, HostedCheckout } from '../provider';

/** Opens a session on our own hosted page. What it is for, the page reads from our intent. */
export async function createCheckout(_request: CheckoutRequest, settings: CheckoutSettings): Promise<HostedCheckout> {
  const providerCheckoutId = `sbx_cs_${randomUUID()}`;
  return { providerCheckoutId, url: `${settings.appUrl}/sandbox/checkout/${providerCheckoutId}` };
}
