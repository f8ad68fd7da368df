import { randomBytes } from 'node:crypto';
import type { CatalogItem, Pack, Plan } from '../catalog';
import type { BillingContext } from '../context';
import { listAccounts } from '../customers/of-team';
import { BillingError } from '../errors';
import type { ProviderName } from '../events';
import type { Wanted } from './decide';

export interface CheckoutStart {
  teamId: string;
  userId: string | null;
  item: string;
  /** 1 to 100; one unless told. */
  quantity?: number;
}

/** What is to be bought, at what price, through whom; `id` is that of the intent it becomes. */
export interface Order extends Wanted {
  id: string;
  teamId: string;
  userId: string | null;
  provider: ProviderName;
  kind: CatalogItem['kind'];
  providerPriceId: string;
}

/** Throws `unknown_item`, `item_not_for_sale`, `invalid_quantity`. */
export function planOrder({ settings }: BillingContext, start: CheckoutStart & { provider: ProviderName }): Order {
  const { teamId, userId, provider, quantity = 1 } = start;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 100) throw BillingError.invalidQuantity(quantity);
  const found = settings.catalog.findItem(start.item);
  if (!found) throw BillingError.unknownItem(start.item);
  const { kind, item, amountMinor, currency } = found;
  const providerPriceId = settings.catalog.findPriceId(provider, item);
  if (providerPriceId === null) throw BillingError.itemNotForSale(item, provider);
  const id = `chk_${randomBytes(18).toString('base64url')}`;
  const price = { quantity, expectedAmountMinor: amountMinor * quantity, currency };
  return { id, teamId, userId, provider, kind, item, providerPriceId, ...price };
}

type CanSell = (provider: ProviderName) => boolean;

/** Who sells to a team: the provider that it has, else the one that sells here. Throws `checkout_unavailable`. */
export async function sellingTo(context: BillingContext, teamId: string, canSell: CanSell): Promise<ProviderName> {
  const provider = await findSelling(context, teamId, canSell);
  if (provider === null || !canSell(provider)) throw BillingError.checkoutUnavailable(provider);
  return provider;
}

/** As `sellingTo`; null where nobody sells. */
export async function findSelling(
  context: BillingContext,
  teamId: string,
  canSell: CanSell,
): Promise<ProviderName | null> {
  const own = (await listAccounts(context, teamId)).find(({ provider }) => canSell(provider));
  return own?.provider ?? context.settings.sellingProvider;
}

/** What whoever sells to a team has a price for. */
export async function listOffersTo(context: BillingContext, teamId: string, canSell: CanSell): Promise<Offers> {
  const provider = await findSelling(context, teamId, canSell);
  return { plans: listPlans(context, provider), packs: listPacks(context, provider) };
}

export interface Offers {
  plans: Plan[];
  packs: Pack[];
}

/** The packs that can be bought here, of the provider that sells or of the one that is named. */
export function listPacks(context: BillingContext, provider = context.settings.sellingProvider): Pack[] {
  return itemsForSale(context, provider).filter((item): item is Pack => item.kind === 'pack');
}

/** The plans that can be subscribed to here, of the provider that sells or of the one that is named. */
export function listPlans(context: BillingContext, provider = context.settings.sellingProvider): Plan[] {
  return itemsForSale(context, provider).filter((item): item is Plan => item.kind === 'plan');
}

function itemsForSale({ settings }: BillingContext, provider: ProviderName | null): CatalogItem[] {
  if (provider === null) return [];
  return settings.catalog.items.filter(({ item }) => settings.catalog.findPriceId(provider, item) !== null);
}
