import { z } from 'zod';
import type { PaidPrice } from '../../events';
import { amount, currency } from './fields';

/** https://docs.stripe.com/api/invoices/object; `tax` and `total_tax_amounts` before API 2025-03-31. */
export const invoiceAmounts = z.object({
  currency,
  total: z.int(),
  total_discount_amounts: z.array(z.object({ amount })).nullish(),
  total_taxes: z.array(z.object({ amount: z.int(), tax_behavior: z.string().nullish() })).nullish(),
  total_tax_amounts: z.array(z.object({ amount: z.int(), inclusive: z.boolean().nullish() })).nullish(),
});

/**
 * What an invoice came to. A total below zero is a credit for the customer's balance: nothing was paid. What a balance
 * paid counts as paid, since it was the customer's money. Null where the amounts contradict each other.
 */
export function priceOf(object: z.infer<typeof invoiceAmounts>): PaidPrice | null {
  if (object.total < 0) return nothingPaid(object.currency);
  const taxes = taxesOf(object);
  const taxMinor = sum(taxes);
  const exclusiveMinor = sum(taxes.filter((tax) => !tax.inclusive));
  const discountMinor = sum(object.total_discount_amounts ?? []);
  const subtotalMinor = object.total - taxMinor + discountMinor;
  const listedMinor = object.total - exclusiveMinor + discountMinor;
  const readable = [taxMinor, discountMinor, subtotalMinor, listedMinor].every(
    (minor) => amount.safeParse(minor).success,
  );
  if (!readable) return null;
  return { currency: object.currency, subtotalMinor, discountMinor, taxMinor, amountMinor: object.total, listedMinor };
}

function taxesOf(object: z.infer<typeof invoiceAmounts>): { amount: number; inclusive: boolean }[] {
  if (object.total_taxes) {
    return object.total_taxes.map((tax) => ({ amount: tax.amount, inclusive: tax.tax_behavior === 'inclusive' }));
  }
  return (object.total_tax_amounts ?? []).map((tax) => ({ amount: tax.amount, inclusive: tax.inclusive === true }));
}

function nothingPaid(code: string): PaidPrice {
  return { currency: code, subtotalMinor: 0, discountMinor: 0, taxMinor: 0, amountMinor: 0, listedMinor: 0 };
}

function sum(parts: readonly { amount: number }[]): number {
  return parts.reduce((total, part) => total + part.amount, 0);
}
