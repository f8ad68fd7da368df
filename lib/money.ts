/** An amount in the currency's minor unit (cents, yen, fils), with its upper-case ISO 4217 code. */
export interface Money {
  amountMinor: number;
  currency: string;
}

/** How many decimals a currency's minor unit has: 2 for USD, 0 for JPY, 3 for KWD. */
export function currencyDecimals(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

/** `{ amountMinor: 4900, currency: 'USD' }` becomes `$49.00`. */
export function formatMoney({ amountMinor, currency }: Money, locale = 'en-US'): string {
  const decimals = currencyDecimals(currency);
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(amountMinor / 10 ** decimals);
}
