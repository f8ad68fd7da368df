import type { BillingProvider } from '../provider';
import { lemonsqueezyReader } from './api';
import { normalize } from './normalize';
import { lemonsqueezySeller } from './seller';
import { sign } from './sign';
import { verify } from './verify';

/**
 * Lemon Squeezy. It signs no time and documents no event id, so the bytes of a delivery identify the event.
 * It cannot charge a card without its owner.
 */
export const lemonsqueezy: BillingProvider = {
  name: 'lemonsqueezy',
  eventIdSource: 'derived',
  verify,
  normalize,
  sign,
  sell: lemonsqueezySeller,
  read: lemonsqueezyReader,
  charge: null,
  chargeCard: null,
};
