import type { BillingProvider } from '../provider';
import { stripeReader } from './api';
import { stripeCharger } from './charger';
import { normalize } from './normalize';
import { stripeSavedCard } from './saved-card';
import { stripeSeller } from './seller';
import { sign } from './sign';
import { verify } from './verify';

export const stripe: BillingProvider = {
  name: 'stripe',
  eventIdSource: 'provider',
  verify,
  normalize,
  sign,
  sell: stripeSeller,
  read: stripeReader,
  charge: stripeCharger,
  chargeCard: stripeSavedCard,
};
