import type { BillingProvider } from '../provider';
import { normalize } from './normalize';
import { verify } from './verify';

export const stripe: BillingProvider = { name: 'stripe', eventIdSource: 'provider', verify, normalize };
