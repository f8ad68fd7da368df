import { describe, expect, it } from 'vitest';
import { type CatalogItem, createCatalog, defaultItems, type Pack, type Plan } from '@/lib/billing/catalog';

const pack: Pack = {
  ...{ kind: 'pack', item: 'pack_10', name: '10 credits', credits: 10, expiresAfterDays: null },
  ...{ amountMinor: 100, currency: 'EUR' },
};
const plan: Plan = {
  ...{ kind: 'plan', item: 'solo_monthly', name: 'Solo', creditsPerMonth: 10, interval: 'month' },
  ...{ amountMinor: 100, currency: 'JPY' },
};

describe('the catalog', () => {
  it.each<[string, readonly CatalogItem[]]>([
    ['the items of the shop', defaultItems],
    ['a pack that lapses', [{ ...pack, expiresAfterDays: 30 }]],
    ['a plan that gives access alone', [{ ...plan, creditsPerMonth: 0 }]],
    [
      'one-letter names and digits',
      [
        { ...pack, item: 'a' },
        { ...plan, item: 'b2b_2026' },
      ],
    ],
    ['nothing', []],
  ])('takes %s', (_, items) => {
    expect(createCatalog(items, {}).items).toEqual(items);
  });

  it.each([
    ['pack-10', 'must have a name of a-z'],
    ['Pack_10', 'must have a name of a-z'],
    ['10_pack', 'must have a name of a-z'],
    ['_pack', 'must have a name of a-z'],
    ['pack 10', 'must have a name of a-z'],
    ['pack_10\n', 'must have a name of a-z'],
    ['päck', 'must have a name of a-z'],
    ['', 'must have a name of a-z'],
  ])('refuses an item that is called %j, since no setting could be', (item, says) => {
    expect(() => createCatalog([{ ...pack, item }], {})).toThrow(`The catalog's item "${item}" ${says}`);
  });

  it.each<[string, CatalogItem, string]>([
    ['a pack for nothing', { ...pack, amountMinor: 0 }, 'needs a price above zero'],
    ['a plan for less than nothing', { ...plan, amountMinor: -1 }, 'needs a price above zero'],
    ['a price in fractions of a cent', { ...pack, amountMinor: 49.5 }, 'in whole minor units'],
    ['a price that is no number', { ...pack, amountMinor: Number.NaN }, 'needs a price above zero'],
    ['a currency in small letters', { ...pack, currency: 'usd' }, 'is priced in "usd"'],
    ['a currency that there is not', { ...plan, currency: 'EURO' }, 'is priced in "EURO"'],
    ['a misspelt currency', { ...plan, currency: 'UDS' }, 'is priced in "UDS"'],
    ['a pack without credits', { ...pack, credits: 0 }, 'needs a whole number of credits above zero'],
    ['a pack of half a credit', { ...pack, credits: 0.5 }, 'needs a whole number of credits above zero'],
    ['a plan of less than no credits', { ...plan, creditsPerMonth: -1 }, 'needs a whole number of credits a month'],
    ['a plan of half a credit', { ...plan, creditsPerMonth: 0.5 }, 'needs a whole number of credits a month'],
    ['a pack that lapses at once', { ...pack, expiresAfterDays: 0 }, 'lapses after a whole number of days'],
    ['an item without a name to read', { ...plan, name: ' ' }, 'needs a name that buyers read'],
  ])('refuses %s', (_, item, says) => {
    expect(() => createCatalog([item], {})).toThrow(RangeError);
    expect(() => createCatalog([item], {})).toThrow(says);
  });

  it('refuses two items of one name, of whatever kind', () => {
    expect(() => createCatalog([pack, { ...plan, item: pack.item }], {})).toThrow('"pack_10" is in it twice');
  });

  it('refuses one price id for two items of one provider', () => {
    const prices = { stripe: { pack_10: ['price_1'], solo_monthly: ['price_1'] } };
    expect(() => createCatalog([pack, plan], prices)).toThrow(
      'stripe price price_1 is set for pack_10 and solo_monthly',
    );
  });
});
