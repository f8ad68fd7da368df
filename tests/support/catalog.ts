import type { CatalogItem } from '@/lib/billing/catalog';

/** What is sold in the tests, whatever the shop sells: the payloads and the numbers of the tests stay as they are. */
export const testItems: readonly CatalogItem[] = [
  pack('pack_1000', { name: '1,000 credits', credits: 1000, amountMinor: 4900 }),
  pack('pack_5000', { name: '5,000 credits', credits: 5000, amountMinor: 19_900 }),
  plan('pro_monthly', { name: 'Pro', creditsPerMonth: 1000, interval: 'month', amountMinor: 2900 }),
  plan('business_monthly', { name: 'Business', creditsPerMonth: 5000, interval: 'month', amountMinor: 7900 }),
  plan('pro_yearly', { name: 'Pro, yearly', creditsPerMonth: 1000, interval: 'year', amountMinor: 29_000 }),
];

function pack(item: string, sold: { name: string; credits: number; amountMinor: number }): CatalogItem {
  return { kind: 'pack', item, ...sold, currency: 'USD', expiresAfterDays: null };
}

function plan(
  item: string,
  sold: { name: string; creditsPerMonth: number; interval: 'month' | 'year'; amountMinor: number },
): CatalogItem {
  return { kind: 'plan', item, ...sold, currency: 'USD' };
}
