import type { Instant } from './events';

/** Who is meant, as far as the body says. Only `checkoutId` and the provider's own ids are evidence. */
export interface Buyer {
  /** Our intent, from the metadata that we gave the provider. */
  checkoutId: string | null;
  /** The provider's id of the hosted checkout, which our intent stored. */
  providerCheckoutId: string | null;
  providerCustomerId: string | null;
  providerSubscriptionId: string | null;
  /** What metadata or a client reference says. A buyer can set it on some providers, so it is never authority. */
  claimedTeamId: string | null;
}

/**
 * A price in one basis: `amountMinor = subtotalMinor - discountMinor + taxMinor`, where the subtotal is net of tax.
 * `listedMinor` is the sum of list prices as the buyer saw them: before discounts, with tax where prices include it.
 */
export interface PaidPrice {
  currency: string;
  subtotalMinor: number;
  discountMinor: number;
  taxMinor: number;
  amountMinor: number;
  listedMinor: number;
}

/** One line of what was paid. Its price id says what it is; its quantity how many. */
export interface PaidLine {
  providerPriceId: string;
  quantity: number;
  /** The price lets the buyer choose the amount ("pay what you want"), and the body says so. */
  amountChosenByBuyer: boolean;
}

export interface Period {
  start: Instant;
  end: Instant;
}
