import type { ProviderName } from './events';

/** What we sell. Amounts are minor units; credits are whole. */
export interface Pack {
  kind: 'pack';
  item: string;
  name: string;
  credits: number;
  amountMinor: number;
  currency: string;
  /** Days until unspent credits lapse; null for never. */
  expiresAfterDays: number | null;
}

export interface Plan {
  kind: 'plan';
  item: string;
  name: string;
  /** Credits for each month of a paid period; 0 where it gives access alone. */
  creditsPerMonth: number;
  interval: 'month' | 'year';
  amountMinor: number;
  currency: string;
  /** Unspent credits stay when the next period's arrive. */
  rollover?: true;
}

export type CatalogItem = Pack | Plan;

/** The items of the shop. To sell your own, change this list and set the price ids in the environment. */
export const defaultItems: readonly CatalogItem[] = [
  {
    kind: 'pack',
    item: 'pack_1000',
    name: '1,000 credits',
    credits: 1000,
    amountMinor: 4900,
    currency: 'USD',
    expiresAfterDays: null,
  },
  {
    kind: 'pack',
    item: 'pack_5000',
    name: '5,000 credits',
    credits: 5000,
    amountMinor: 19900,
    currency: 'USD',
    expiresAfterDays: null,
  },
  {
    kind: 'plan',
    item: 'pro_monthly',
    name: 'Pro',
    creditsPerMonth: 1000,
    interval: 'month',
    amountMinor: 2900,
    currency: 'USD',
  },
  {
    kind: 'plan',
    item: 'business_monthly',
    name: 'Business',
    creditsPerMonth: 5000,
    interval: 'month',
    amountMinor: 7900,
    currency: 'USD',
  },
  {
    kind: 'plan',
    item: 'pro_yearly',
    name: 'Pro, yearly',
    creditsPerMonth: 1000,
    interval: 'year',
    amountMinor: 29000,
    currency: 'USD',
  },
];

/** Price ids by provider and item. Several ids of one item (an old price and a new one) all mean that item. */
export type PriceIds = Partial<Record<ProviderName, Readonly<Record<string, readonly string[]>>>>;

/** What charges of ours name instead of a provider's price: the item itself. */
export function ownPriceId(item: string): string {
  return `${ownPrice}${item}`;
}

const ownPrice = 'catalog:';

export interface Catalog {
  items: readonly CatalogItem[];
  findItem(item: string): CatalogItem | null;
  /** The item that a provider's price id stands for. */
  findByPrice(provider: ProviderName, providerPriceId: string): CatalogItem | null;
  /** The price id under which a provider sells an item: the first one configured. */
  findPriceId(provider: ProviderName, item: string): string | null;
}

/**
 * Throws a `RangeError` with one sentence where an item cannot be sold as it is written, and where two items share a
 * name, or a price id of one provider: nobody could say what was paid for.
 */
export function createCatalog(items: readonly CatalogItem[], priceIds: PriceIds): Catalog {
  const byItem = new Map<string, CatalogItem>();
  for (const item of items) {
    const fault = byItem.has(item.item) ? 'is in it twice' : findFault(item);
    if (fault) throw new RangeError(`The catalog's item "${item.item}" ${fault}: see lib/billing/catalog.ts.`);
    byItem.set(item.item, item);
  }
  const byPrice = new Map<string, CatalogItem>();
  for (const [provider, ids] of Object.entries(priceIds)) {
    for (const [item, prices] of Object.entries(ids ?? {})) {
      const found = byItem.get(item);
      if (!found) continue;
      for (const price of prices) {
        const key = `${provider}:${price}`;
        const other = byPrice.get(key);
        if (other && other !== found)
          throw new RangeError(`${provider} price ${price} is set for ${other.item} and ${item}`);
        byPrice.set(key, found);
      }
    }
  }
  return {
    items,
    findItem: (item) => byItem.get(item) ?? null,
    findByPrice: (provider, providerPriceId) =>
      providerPriceId.startsWith(ownPrice)
        ? (byItem.get(providerPriceId.slice(ownPrice.length)) ?? null)
        : (byPrice.get(`${provider}:${providerPriceId}`) ?? null),
    findPriceId: (provider, item) => priceIds[provider]?.[item]?.[0] ?? null,
  };
}

/** What is wrong with an item: that it …. Null: nothing. */
function findFault(item: CatalogItem): string | null {
  if (!/^[a-z][a-z0-9_]*$/.test(item.item))
    return 'must have a name of a-z, 0-9 and _ that begins with a letter, since its settings are named after it';
  if (item.name.trim() === '') return 'needs a name that buyers read';
  if (!isCount(item.amountMinor)) return 'needs a price above zero, in whole minor units (4900 for 49.00 USD)';
  if (!currencies.has(item.currency)) return `is priced in "${item.currency}", which is no ISO 4217 code such as USD`;
  if (item.kind === 'plan')
    return item.creditsPerMonth === 0 || isCount(item.creditsPerMonth)
      ? null
      : 'needs a whole number of credits a month, or 0 where it gives access alone';
  if (!isCount(item.credits)) return 'needs a whole number of credits above zero';
  return item.expiresAfterDays === null || isCount(item.expiresAfterDays)
    ? null
    : 'lapses after a whole number of days above zero, or never (null)';
}

function isCount(value: number): boolean {
  return Number.isSafeInteger(value) && value > 0;
}

const currencies = new Set(Intl.supportedValuesOf('currency'));
