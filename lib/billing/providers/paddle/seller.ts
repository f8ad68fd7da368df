import { commandFor } from '../command';
import type { ProviderSeller, SellerSettings } from '../seller';
import { addressOf } from './address';
import { openCheckout } from './checkout';
import { cancelSubscription, findDocument, openPortal } from './portal';

const headers = { 'content-type': 'application/json', 'paddle-version': '1' };

/** Sells through Paddle's checkout on a page of ours, and through its customer portal. Its SDK knows two fixed addresses. */
export function paddleSeller(settings: SellerSettings): ProviderSeller {
  const command = commandFor({ provider: 'paddle', baseUrl: addressOf(settings), headers }, settings);
  return {
    name: 'paddle',
    openCheckout: (request) => openCheckout(command, request, settings),
    // Our page does not open a transaction whose intent has ended.
    expireCheckout: null,
    openPortal: (request) => openPortal(command, request),
    cancelSubscription: (id) => cancelSubscription(command, id),
    findDocument: (request) => findDocument(command, request),
    documentHosts: [
      '*.paddle.com',
      'paddle-production-invoice-service-pdfs.s3.amazonaws.com',
      'paddle-sandbox-invoice-service-pdfs.s3.amazonaws.com',
    ],
  };
}
