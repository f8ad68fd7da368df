import { once } from '../request';
import { billingUrl, type ProviderSeller, type SellerSettings } from '../seller';
import { expireCheckout, openCheckout } from './checkout';
import { failureOf, stripeClient } from './client';
import { cancelSubscription, findDocument, openPortal } from './portal';

/** Sells through Stripe's hosted pages: Checkout and the Billing Portal. */
export function stripeSeller(settings: SellerSettings): ProviderSeller {
  const client = stripeClient(settings);
  const ask = <T>(request: () => Promise<T>) => once({ provider: 'stripe', failureOf }, request);
  return {
    name: 'stripe',
    openCheckout: (request) => ask(() => openCheckout(client, request, settings)),
    expireCheckout: (id) => ask(() => expireCheckout(client, id)),
    openPortal: ({ providerCustomerId }) => ask(() => openPortal(client, providerCustomerId, billingUrl(settings))),
    cancelSubscription: (id) => ask(() => cancelSubscription(client, id)),
    findDocument: (request) => ask(() => findDocument(client, request)),
    documentHosts: ['invoice.stripe.com', 'pay.stripe.com', 'receipts.stripe.com'],
  };
}
