import { randomUUID } from 'node:crypto';
import { ProviderApiError } from '../request';
import type { ProviderSeller, SellerSettings } from '../seller';

/** Sells on our own pages under `/sandbox`. What a page is for, it reads from our intent. */
export function sandboxSeller({ appUrl }: SellerSettings): ProviderSeller {
  return {
    name: 'sandbox',
    openCheckout: async () => {
      const providerCheckoutId = `sbx_cs_${randomUUID()}`;
      return { providerCheckoutId, url: `${appUrl}/sandbox/checkout/${providerCheckoutId}`, expiresAt: null };
    },
    // The page reads the intent's state, so ending the intent ends the page.
    expireCheckout: async () => 'expired',
    openPortal: async ({ providerSubscriptionId }) => {
      if (providerSubscriptionId === null) throw ProviderApiError.customerGone('sandbox');
      return `${appUrl}/sandbox/portal/${encodeURIComponent(providerSubscriptionId)}`;
    },
    cancelSubscription: () => Promise.reject(ProviderApiError.ofStatus('sandbox', 501)),
    findDocument: async () => null,
    documentHosts: [],
  };
}
