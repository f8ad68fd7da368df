import type { BillingProvider } from '../provider';
import { normalize } from './normalize';
import { verify } from './verify';

/** Paddle Billing. Its payloads have no flag for the environment: the secret of the destination decides. */
export const paddle: BillingProvider = {
  name: 'paddle',
  eventIdSource: 'provider',
  verify,
  normalize,
};
