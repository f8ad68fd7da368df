import type { PaidPrice } from '../../events';
import type { Completed } from './transaction';

/**
 * What was paid is `total`: after discount and with tax, in every tax mode. Credit from the customer's balance was
 * their money before, so `grand_total`, which leaves it out, would make the purchase look cheaper than it was. Null
 * when the parts cannot belong together, or when more was credited than charged.
 * @see https://developer.paddle.com/changelog/2023/transaction-totals-grand-total
 */
export function priceOf({ currency_code: currency, details, items }: Completed): PaidPrice | null {
  const { discount: discountMinor, tax: taxMinor, total: amountMinor } = details.totals;
  const subtotalMinor = amountMinor + discountMinor - taxMinor;
  const parts = [subtotalMinor, discountMinor, taxMinor, amountMinor];
  if (parts.some((part) => part < 0 || !Number.isSafeInteger(part))) return null;
  const listedMinor = listedOf(items, currency) ?? subtotalMinor;
  return { currency, subtotalMinor, discountMinor, taxMinor, amountMinor, listedMinor };
}

/** The unit prices as they are listed, which hold the tax where it is included. Null where they are other amounts. */
function listedOf(items: Completed['items'], currency: string): number | null {
  let listed = 0;
  for (const { unitPrice, isProrated, quantity } of items) {
    if (isProrated || unitPrice?.currency_code !== currency) return null;
    listed += Number(unitPrice.amount) * quantity;
  }
  return listed >= 0 && Number.isSafeInteger(listed) ? listed : null;
}
