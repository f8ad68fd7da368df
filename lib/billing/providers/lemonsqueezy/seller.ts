import { commandFor } from '../command';
import type { ProviderSeller, SellerSettings } from '../seller';
import { openCheckout } from './checkout';
import { cancelSubscription, findDocument, openPortal } from './portal';

const headers = { accept: 'application/vnd.api+json', 'content-type': 'application/vnd.api+json' };

/** Sells through Lemon Squeezy's hosted checkout and customer portal. Its SDK knows one fixed address. */
export function lemonsqueezySeller(settings: SellerSettings): ProviderSeller {
  const command = commandFor({ provider: 'lemonsqueezy', baseUrl: 'https://api.lemonsqueezy.com', headers }, settings);
  return {
    name: 'lemonsqueezy',
    openCheckout: (request) => openCheckout(command, request, settings),
    expireCheckout: null,
    openPortal: (request) => openPortal(command, request),
    cancelSubscription: (id) => cancelSubscription(command, id),
    findDocument: (request) => findDocument(command, request),
    documentHosts: ['app.lemonsqueezy.com', '*.lemonsqueezy.com'],
  };
}
