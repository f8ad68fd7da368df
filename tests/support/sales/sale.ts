import type { Instant, ProviderName } from '@/lib/billing/events';

/** One payment as its provider sees it. The same sale and event always give the same bytes. */
export interface Sale {
  provider: ProviderName;
  /** The part that is unique in the sale's ids. */
  seed: string;
  /** Our intent, where the payment carries it. */
  checkoutId: string | null;
  customerId: string | null;
  providerPriceId: string;
  quantity: number;
  unitMinor: number;
  discountMinor: number;
  taxMinor: number;
  currency: string;
  paidAt: Instant;
}

/** What a provider may tell about a sale. Amounts are minor units with tax, but for a running total: see `totalBasis`. */
export type SaleEvent =
  | { kind: 'paid' }
  | { kind: 'refund'; id: string; amountMinor: number; status: 'pending' | 'succeeded' | 'failed'; at: Instant }
  | { kind: 'total'; amountMinor: number; at: Instant }
  | { kind: 'dispute'; id: string; amountMinor: number; status: 'open' | 'won' | 'lost'; at: Instant };

/** Builds the body in which a provider tells an event under an event id. Throws for what it never tells. */
export type Teller = (sale: Sale, event: SaleEvent, eventId: string) => Uint8Array;

export function listedMinor({ unitMinor, quantity }: Sale): number {
  return unitMinor * quantity;
}

/** What was paid, with tax. */
export function amountMinor(sale: Sale): number {
  return listedMinor(sale) - sale.discountMinor + sale.taxMinor;
}

export function neverTold(sale: Sale, event: SaleEvent): never {
  throw new Error(`${sale.provider} never tells a ${event.kind} like this.`);
}
