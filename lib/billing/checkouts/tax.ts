import type { ProviderName } from '../events';

/** Whether tax comes on top of, or is worked out of, the price of the catalog; `none`: the price is what is charged. */
export type Tax = 'worked_out' | 'none';

/** By what is charged: plans, packs that are bought on a payment page, and packs that are bought by themselves. */
export interface Taxes {
  plans: Tax;
  packs: Tax;
  topUps: Tax;
}

export interface Terms {
  taxes: Taxes;
  /** New plans are charged to a saved card by us. */
  isRenewedHere: boolean;
}

export interface Taxing {
  /** Who sells; null: nobody does. */
  provider: ProviderName | null;
  stripeAutomaticTax: boolean;
  isRenewedHere: boolean;
}

/**
 * What bears tax, by the settings. Merchants of record always work it out, Stripe does on its payment pages where Stripe Tax
 * is on, and a charge of ours to a card that Stripe keeps is the price alone. Pure.
 */
export function taxesOf({ provider, stripeAutomaticTax, isRenewedHere }: Taxing): Taxes {
  const isMerchant = provider !== null && isMerchantOfRecord[provider];
  const onPage = isMerchant || (provider === 'stripe' && stripeAutomaticTax) ? 'worked_out' : 'none';
  return { plans: isRenewedHere ? 'none' : onPage, packs: onPage, topUps: isMerchant ? 'worked_out' : 'none' };
}

const isMerchantOfRecord: Record<ProviderName, boolean> = {
  stripe: false,
  lemonsqueezy: true,
  polar: true,
  paddle: true,
  sandbox: false,
};
