import type { BillingProvider } from '../provider';
import { polarReader } from './api';
import { normalize } from './normalize';
import { polarSavedCard } from './saved-card';
import { polarSeller } from './seller';
import { sign } from './sign';
import { verify } from './verify';

/** Polar (`@polar-sh/sdk` 2026-10): Standard Webhooks deliveries whose id is a header, orders as the money. */
export const polar: BillingProvider = {
  name: 'polar',
  eventIdSource: 'provider',
  verify,
  normalize,
  sign,
  sell: polarSeller,
  read: polarReader,
  charge: null,
  chargeCard: polarSavedCard,
};
