import type { PurchaseLine } from '@/db/schema';
import type { Catalog, Pack } from '../catalog';
import type { ProviderName, PurchasePaid } from '../events';

/** The part of our checkout intent that says what was to be bought. */
export interface IntentTerms {
  item: string;
  quantity: number;
  expectedAmountMinor: number;
  currency: string;
}

export type PurchaseDecision =
  | {
      kind: 'grant';
      lines: PurchaseLine[];
      credits: number;
      quantity: number;
      expiresAfterDays: number | null;
      itemDiffers: boolean;
    }
  | { kind: 'ignore'; reason: string }
  | { kind: 'ask_provider' }
  | {
      kind: 'fault';
      code: 'unknown_price' | 'amount_below_price' | 'unreadable_payload';
      remote: Record<string, unknown>;
    };

/**
 * What a paid purchase grants. Pure. It goes by the price id and quantity that were paid for; where the body has no
 * lines, by our intent as long as the amount is the intent's. Never by metadata, never by the amount.
 */
export function decidePurchase(
  provider: ProviderName,
  event: PurchasePaid,
  { catalog, intent }: { catalog: Catalog; intent: IntentTerms | null },
): PurchaseDecision {
  const { price } = event;
  if (price.amountMinor === 0 && price.discountMinor === 0) return { kind: 'ignore', reason: 'zero_without_discount' };
  const found = event.lines === null ? linesOfIntent(event, catalog, intent) : linesOfBody(provider, event, catalog);
  if (found.kind !== 'lines') return found;
  const { lines } = found;
  if (tooLittle(event, lines))
    return {
      kind: 'fault',
      code: 'amount_below_price',
      remote: { listedMinor: price.listedMinor, currency: price.currency },
    };
  // A charge on a subscription carries the plan's intent, which says who and not what.
  const ownIntent = event.buyer.providerSubscriptionId === null ? intent : null;
  return {
    kind: 'grant',
    lines: lines.map(({ pack, quantity, providerPriceId }) => ({
      item: pack.item,
      providerPriceId,
      quantity,
      credits: pack.credits * quantity,
    })),
    credits: sum(lines.map(({ pack, quantity }) => pack.credits * quantity)),
    quantity: sum(lines.map(({ quantity }) => quantity)),
    expiresAfterDays: shortest(lines.map(({ pack }) => pack.expiresAfterDays)),
    itemDiffers: ownIntent !== null && !lines.some(({ pack }) => pack.item === ownIntent.item),
  };
}

interface PackLine {
  pack: Pack;
  quantity: number;
  providerPriceId: string | null;
}

type Lines = { kind: 'lines'; lines: PackLine[] } | Exclude<PurchaseDecision, { kind: 'grant' }>;

/** Our own hosted checkouts have one item whose quantity the buyer cannot change, so the amount tells that it is ours. */
function linesOfIntent(event: PurchasePaid, catalog: Catalog, intent: IntentTerms | null): Lines {
  if (intent === null) return { kind: 'ask_provider' };
  const pack = catalog.findItem(intent.item);
  if (pack?.kind !== 'pack') return { kind: 'fault', code: 'unknown_price', remote: { item: intent.item } };
  const { listedMinor, currency } = event.price;
  if (currency === intent.currency && listedMinor !== intent.expectedAmountMinor) return { kind: 'ask_provider' };
  return { kind: 'lines', lines: [{ pack, quantity: intent.quantity, providerPriceId: null }] };
}

function linesOfBody(provider: ProviderName, event: PurchasePaid, catalog: Catalog): Lines {
  const lines: PackLine[] = [];
  const unknown: string[] = [];
  for (const { providerPriceId, quantity } of event.lines ?? []) {
    if (quantity < 1) return { kind: 'fault', code: 'unreadable_payload', remote: { providerPriceId, quantity } };
    const item = catalog.findByPrice(provider, providerPriceId);
    if (item?.kind === 'plan' && event.plansAreInvoiced) return { kind: 'ignore', reason: 'counted_by_invoice' };
    if (item?.kind === 'pack') lines.push({ pack: item, quantity, providerPriceId });
    else unknown.push(providerPriceId);
  }
  if (unknown.length > 0 || lines.length === 0)
    return { kind: 'fault', code: 'unknown_price', remote: { providerPriceIds: unknown } };
  return { kind: 'lines', lines };
}

/** Where the buyer names the amount, less than the catalog's price in its own currency buys nothing by itself. */
function tooLittle({ price, lines }: PurchasePaid, packs: readonly PackLine[]): boolean {
  if (!lines?.some(({ amountChosenByBuyer }) => amountChosenByBuyer)) return false;
  if (packs.some(({ pack }) => pack.currency !== price.currency)) return false;
  return price.listedMinor < sum(packs.map(({ pack, quantity }) => pack.amountMinor * quantity));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** A purchase is one lot, so it ends with the first of its packs to end. */
function shortest(days: readonly (number | null)[]): number | null {
  const limited = days.filter((day): day is number => day !== null);
  return limited.length === 0 ? null : Math.min(...limited);
}
