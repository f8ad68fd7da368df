import type { ProviderName } from '@/lib/billing/events';
import { tellLemonSqueezy } from './lemonsqueezy';
import { tellPaddle } from './paddle';
import { netMinor, tellPolar } from './polar';
import { amountMinor, type Sale, type SaleEvent, type Teller } from './sale';
import { tellSandbox } from './sandbox';
import { tellStripe } from './stripe';

/** What a provider tells after a payment, by the states in which it tells it. */
export interface Vocabulary {
  tell: Teller;
  refund: readonly Extract<SaleEvent, { kind: 'refund' }>['status'][];
  total: boolean;
  dispute: readonly Extract<SaleEvent, { kind: 'dispute' }>['status'][];
  /** What its purchase keys begin with, before the sale's seed. */
  keyPrefix: string;
  /** The smallest step between two times that it tells, in microseconds. */
  resolution: 1 | 1_000_000;
}

export const vocabularies: Record<ProviderName, Vocabulary> = {
  stripe: {
    tell: tellStripe,
    keyPrefix: 'cs_',
    refund: ['pending', 'succeeded', 'failed'],
    total: true,
    dispute: ['open', 'won', 'lost'],
    resolution: 1_000_000,
  },
  lemonsqueezy: { tell: tellLemonSqueezy, keyPrefix: 'order:', refund: [], total: true, dispute: [], resolution: 1 },
  polar: {
    tell: tellPolar,
    keyPrefix: '',
    refund: ['pending', 'succeeded', 'failed'],
    total: true,
    dispute: [],
    resolution: 1,
  },
  paddle: {
    tell: tellPaddle,
    keyPrefix: '',
    refund: ['pending', 'succeeded', 'failed'],
    total: false,
    dispute: ['open', 'won'],
    resolution: 1,
  },
  sandbox: {
    tell: tellSandbox,
    keyPrefix: 'sbx_cs_',
    refund: ['succeeded', 'failed'],
    total: false,
    dispute: ['open', 'won', 'lost'],
    resolution: 1,
  },
};

/** The whole of which a running total tells the part: Polar leaves the tax out. */
export function totalBasis(sale: Sale): number {
  return sale.provider === 'polar' ? netMinor(sale) : amountMinor(sale);
}
