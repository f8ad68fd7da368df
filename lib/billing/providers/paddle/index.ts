import type { BillingProvider } from '../provider';
import { paddleReader } from './api';
import { normalize } from './normalize';
import { paddleSavedCard } from './saved-card';
import { paddleSeller } from './seller';
import { sign } from './sign';
import { verify } from './verify';

/** Paddle Billing. Its payloads have no flag for the environment: the secret of the destination decides. */
export const paddle: BillingProvider = {
  name: 'paddle',
  eventIdSource: 'provider',
  verify,
  normalize,
  sign,
  sell: paddleSeller,
  read: paddleReader,
  charge: null,
  chargeCard: paddleSavedCard,
};
