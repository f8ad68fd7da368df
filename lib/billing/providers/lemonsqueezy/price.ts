import { z } from 'zod';
import type { PaidPrice } from '../../events';
import { currency, positiveMinor } from '../fields';

/** The amounts of an order or an invoice, in minor units of its own currency. */
export const amounts = z.object({
  currency,
  subtotal: positiveMinor,
  discount_total: positiveMinor,
  tax: positiveMinor,
  total: positiveMinor,
});

/**
 * `total` is what was paid, tax included. `subtotal` is the list price as the buyer saw it: with tax where
 * `tax_inclusive` says so, without it otherwise. The net subtotal is taken from the total, which is right in both.
 * Null when the parts cannot belong together.
 */
export function priceOf(told: z.infer<typeof amounts>): PaidPrice | null {
  const subtotalMinor = told.total + told.discount_total - told.tax;
  if (subtotalMinor < 0 || !Number.isSafeInteger(subtotalMinor)) return null;
  return {
    currency: told.currency,
    subtotalMinor,
    discountMinor: told.discount_total,
    taxMinor: told.tax,
    amountMinor: told.total,
    listedMinor: told.subtotal,
  };
}
