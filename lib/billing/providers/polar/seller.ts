import { once } from '../request';
import { billingUrl, type ProviderSeller, type SellerSettings } from '../seller';
import { openCheckout } from './checkout';
import { failureOf, polarClient } from './client';
import { cancelSubscription, findDocument, openPortal } from './portal';

/** Polar keeps receipts in buckets of its own and gives an address that is signed for a while. */
const buckets = ['polar-customer-receipts', 'polar-sandbox-customer-receipts'];
const regions = ['s3.amazonaws.com', 's3.us-east-2.amazonaws.com'];

/** Sells through Polar's hosted checkout and customer portal. Neither can be closed before its time. */
export function polarSeller(settings: SellerSettings): ProviderSeller {
  const client = polarClient(settings);
  const ask = <T>(request: () => Promise<T>) => once({ provider: 'polar', failureOf }, request);
  return {
    name: 'polar',
    openCheckout: (request) => ask(() => openCheckout(client, request, settings)),
    expireCheckout: null,
    openPortal: ({ providerCustomerId }) => ask(() => openPortal(client, providerCustomerId, billingUrl(settings))),
    cancelSubscription: (id) => ask(() => cancelSubscription(client, id)),
    findDocument: (request) => ask(() => findDocument(client, request)),
    documentHosts: ['polar.sh', '*.polar.sh', ...buckets.flatMap((bucket) => regions.map((s3) => `${bucket}.${s3}`))],
  };
}
