import fc from 'fast-check';
import { type CatalogItem, createCatalog, type Pack, type PriceIds } from '@/lib/billing/catalog';
import { type Instant, type ProviderName, providerNames } from '@/lib/billing/events';
import { testItems } from './catalog';
import { installedNames } from './installed';
import { amountMinor, type Sale, type SaleEvent } from './sales/sale';
import { totalBasis, vocabularies } from './sales/tellers';

const soldPacks: Pack[] = [
  pack({ item: 'pack_1000', credits: 1000, amountMinor: 4900 }),
  pack({ item: 'pack_odd', credits: 7, amountMinor: 999 }),
  pack({ item: 'pack_expiring', credits: 300, amountMinor: 1500, expiresAfterDays: 30 }),
];

const priceIds: PriceIds = Object.fromEntries(
  providerNames.map((name) => [name, Object.fromEntries(soldPacks.map(({ item }) => [item, [`${name}_${item}`]]))]),
);

/** The shop of the property tests: a pack that never ends, one of an odd size, and one that ends after thirty days. */
export const marketCatalog = createCatalog(
  [...soldPacks, ...testItems.filter(({ item }) => !soldPacks.some((sold) => sold.item === item))] as CatalogItem[],
  priceIds,
);

function pack(sold: Pick<Pack, 'item' | 'credits' | 'amountMinor'> & Partial<Pack>): Pack {
  return { kind: 'pack', name: sold.item, currency: 'USD', expiresAfterDays: null, ...sold };
}

/** When the first sale was paid; everything else is told within the days after it. */
export const marketOpensAt = Date.parse('2026-09-20T14:00:00Z');

/** A payment to be, before it has ids. */
export interface Offer {
  provider: ProviderName;
  team: 0 | 1;
  pack: Pack;
  quantity: number;
  currency: 'USD' | 'JPY' | 'KWD';
  /** Thousandths of the list price. */
  discount: number;
  tax: number;
  /** Null: guest. Customers belong to one team each, or nobody could say whose an order without an intent is. */
  customer: 0 | 1 | null;
  /** `shared`: the intent of the first sale of this provider and team, paid once more. */
  intent: 'own' | 'shared' | 'none';
  story: Chapter[];
}

/** Something told after the payment, in thousandths of what was paid. */
interface Chapter {
  kind: 'refund' | 'total' | 'dispute';
  /** Which refund or dispute; its share of the payment goes with it. */
  which: 0 | 1;
  state: number;
  seconds: number;
  micros: number;
}

const thousandths = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 999 }) },
  { weight: 1, arbitrary: fc.constant(1000) },
);

const chapter: fc.Arbitrary<Chapter> = fc.record({
  kind: fc.constantFrom('refund', 'total', 'dispute'),
  which: fc.constantFrom(0, 1),
  state: fc.nat({ max: 2 }),
  seconds: fc.nat({ max: 3 }),
  micros: fc.constantFrom(0, 1, 2),
});

export function offers(maxLength: number): fc.Arbitrary<Offer[]> {
  const offer: fc.Arbitrary<Offer> = fc.record({
    provider: fc.constantFrom(...installedNames),
    team: fc.constantFrom(0, 1),
    pack: fc.constantFrom(...soldPacks),
    quantity: fc.integer({ min: 1, max: 3 }),
    currency: fc.constantFrom('USD', 'USD', 'JPY', 'KWD'),
    discount: thousandths,
    tax: fc.constantFrom(0, 0, 190),
    customer: fc.constantFrom(0, 1, null),
    intent: fc.constantFrom('own', 'own', 'own', 'shared', 'none'),
    story: fc.array(chapter, { maxLength: 6, size: 'max' }),
  });
  return fc.array(offer, { minLength: 1, maxLength, size: 'max' });
}

/** Sales of one team, each with one or two refunds that succeed and fail after all. */
export function failingRefunds(maxLength: number): fc.Arbitrary<Offer[]> {
  const told = fc.array(fc.boolean(), { minLength: maxLength, maxLength });
  return fc.tuple(offers(maxLength), told).map(([made, twice]) =>
    made.map(
      (offer, index): Offer => ({
        ...offer,
        team: 0,
        provider: offer.provider === 'lemonsqueezy' ? 'stripe' : offer.provider,
        intent: 'own',
        discount: 0,
        story: twice[index] ? [...failing(0), ...failing(1)] : failing(0),
      }),
    ),
  );
}

function failing(which: 0 | 1): Chapter[] {
  return [chapterOf(which, 1), chapterOf(which, 2)];
}

function chapterOf(which: 0 | 1, state: number): Chapter {
  return { kind: 'refund', which, state, seconds: state, micros: 0 };
}

/** A sale with its ids, whose it is, and what will be told about it besides its payment. */
export interface Listed {
  offer: Offer;
  sale: Sale;
  teamId: string;
  events: SaleEvent[];
}

/** Gives offers the ids of one run. The same scope gives the same ids and bytes. */
export function list(scope: string, made: readonly Offer[]): Listed[] {
  const listed: Listed[] = [];
  for (const [index, offer] of made.entries()) {
    const teamId = `team_${scope}_${offer.team}`;
    const owner = offer.intent === 'shared' ? listed.find((other) => isSameShop(other, offer)) : undefined;
    const own = saleOf(scope, index, owner && offer.provider === 'stripe' ? sameTerms(offer, owner) : offer);
    const sale = { ...own, checkoutId: owner?.sale.checkoutId ?? own.checkoutId };
    listed.push({ offer, sale, teamId, events: eventsOf(sale, offer) });
  }
  return listed;
}

function isSameShop({ offer, sale }: Listed, { provider, team }: Offer): boolean {
  return offer.provider === provider && offer.team === team && sale.checkoutId !== null;
}

/** A session of Stripe's cannot be for anything but its intent's item. */
function sameTerms(offer: Offer, { offer: { pack: sold, quantity } }: Listed): Offer {
  return { ...offer, pack: sold, quantity };
}

function saleOf(scope: string, index: number, offer: Offer): Sale {
  const { provider, pack: sold, quantity, currency, team, customer } = offer;
  const unitMinor = currency === 'USD' ? sold.amountMinor : sold.amountMinor * 31;
  const discountMinor = share(unitMinor * quantity, offer.discount);
  // A session of Stripe's has no lines: only the intent says what it was for.
  const isKnown = provider === 'stripe' || offer.intent !== 'none';
  return {
    provider,
    seed: `${scope}_${index}`,
    checkoutId: isKnown ? `chk_${scope}_${index}` : null,
    customerId: customer === null ? null : `cus_${scope}_${team}_${customer}`,
    providerPriceId: `${provider}_${sold.item}`,
    quantity,
    unitMinor,
    discountMinor,
    taxMinor: share(unitMinor * quantity - discountMinor, offer.tax),
    currency,
    paidAt: instantAfter(index * 60, 0),
  };
}

function eventsOf(sale: Sale, { story }: Offer): SaleEvent[] {
  if (amountMinor(sale) === 0) return [];
  return story.flatMap((told) => eventOf(sale, told) ?? []);
}

/** One refund or dispute has one amount, whichever of its states is told. */
function eventOf(sale: Sale, { kind, which, state, seconds, micros }: Chapter): SaleEvent | null {
  const { refund, total, dispute, resolution } = vocabularies[sale.provider];
  const at = instantAfter(86_400 + seconds, resolution === 1 ? micros : 0);
  const [paid, whole] = [amountMinor(sale), totalBasis(sale)];
  if (kind === 'total') {
    if (!total) return null;
    return { kind, amountMinor: Math.max(share(whole, [333, 500, 1000, 1100][state + which] ?? 0), 1), at };
  }
  const amount = { amountMinor: Math.max(share(paid, which === 0 ? 333 : 700), 1), at };
  if (kind === 'refund') {
    const status = refund[state % Math.max(refund.length, 1)];
    return status ? { kind, id: `re_${which}_${sale.seed}`, status, ...amount } : null;
  }
  const status = dispute[state % Math.max(dispute.length, 1)];
  if (!status) return null;
  // Paddle names a chargeback by its transaction, so there is one of them.
  const number = sale.provider === 'paddle' ? 0 : which;
  const disputed = number === 0 ? paid : share(paid, 500);
  return { kind, id: `dp_${number}_${sale.seed}`, status, amountMinor: Math.max(disputed, 1), at };
}

function share(whole: number, parts: number): number {
  return Math.floor((whole * parts) / 1000);
}

function instantAfter(seconds: number, micros: number): Instant {
  const text = new Date(marketOpensAt + seconds * 1000).toISOString();
  return text.replace(/\.\d{3}Z$/, `.${String(micros).padStart(6, '0')}Z`);
}
