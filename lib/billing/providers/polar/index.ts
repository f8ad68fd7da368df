import type { BillingProvider } from '../provider';
import { normalize } from './normalize';
import { verify } from './verify';

/** Polar (`@polar-sh/sdk` 2026-10): Standard Webhooks deliveries whose id is a header, orders as the money. */
export const polar: BillingProvider = { name: 'polar', eventIdSource: 'provider', verify, normalize };
