import type { BillingProvider } from '../provider';
import { normalize } from './normalize';
import { verify } from './verify';

/** Lemon Squeezy. It signs no time and documents no event id, so the bytes of a delivery identify the event. */
export const lemonsqueezy: BillingProvider = {
  name: 'lemonsqueezy',
  eventIdSource: 'derived',
  verify,
  normalize,
};
