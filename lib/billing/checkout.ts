import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { teams } from '@/db/schema';
import type { CatalogItem, Pack, Plan } from './catalog';
import type { BillingContext } from './context';
import { findPurchaseOfCheckout, type HistoryPayment } from './credits/payments';
import { BillingError } from './errors';
import type { ProviderName } from './events';
import { attachHostedCheckout, type CheckoutState, findIntent, insertIntent } from './intents';
import { getProvider } from './providers/registry';
import { wakeWaiting } from './webhooks/inbox';
import { lockKeys } from './webhooks/locks';
import { keys } from './webhooks/outcome';

export interface CheckoutStart {
  teamId: string;
  userId: string | null;
  item: string;
  /** 1 to 100; one unless told. */
  quantity?: number;
}

/**
 * Writes down what the team sets out to buy, then opens the provider's page for it. Whatever the buyer does there,
 * the intent says whom the payment is for. Throws `unknown_item`, `item_not_for_sale`, `invalid_quantity`,
 * `checkout_unavailable`, `unknown_team`.
 */
export async function startCheckout(
  context: BillingContext,
  start: CheckoutStart,
): Promise<{ checkoutId: string; url: string }> {
  const { provider, createCheckout, apiKey } = seller(context);
  const intent = planIntent(context, { ...start, provider });
  await writeIntent(context, intent);
  const { id: checkoutId, teamId, userId, quantity, providerPriceId } = intent;
  const hosted = await createCheckout(
    { checkoutId, teamId, userId, providerPriceId, quantity },
    { appUrl: context.settings.appUrl, apiKey },
  );
  await attach(context, { checkoutId, provider, providerCheckoutId: hosted.providerCheckoutId });
  return { checkoutId, url: hosted.url };
}

/**
 * Writes down what the team sets out to buy on a page that the caller opens itself: hand `checkoutId` to the provider
 * as `checkout_id` in the payment's metadata. Throws as `startCheckout` does.
 */
export async function createCheckoutIntent(
  context: BillingContext,
  start: CheckoutStart & { provider: ProviderName },
): Promise<{ checkoutId: string; providerPriceId: string }> {
  if (!context.settings.providers[start.provider]) throw BillingError.checkoutUnavailable(start.provider);
  const intent = planIntent(context, start);
  await writeIntent(context, intent);
  return { checkoutId: intent.id, providerPriceId: intent.providerPriceId };
}

/** A checkout as its team sees it. Amounts are minor units. */
export interface CheckoutView {
  id: string;
  item: string;
  kind: CatalogItem['kind'];
  name: string;
  quantity: number;
  /** Of a pack all of them, of a plan those of a month. */
  credits: number;
  expectedAmountMinor: number;
  currency: string;
  provider: string;
  state: CheckoutState;
  createdAt: Date;
  /** What was paid for it, once the provider's webhook has landed. */
  purchase: HistoryPayment | null;
}

/** Null for another team's checkout as for one that does not exist. */
export async function getCheckout(
  context: BillingContext,
  teamId: string,
  checkoutId: string,
): Promise<CheckoutView | null> {
  const intent = await findIntent(context.database, checkoutId);
  if (!intent || intent.teamId !== teamId) return null;
  const { id, item, quantity, expectedAmountMinor, currency, provider, state, createdAt } = intent;
  const found = context.settings.catalog.findItem(item);
  const purchase = await findPurchaseOfCheckout(context, checkoutId);
  return {
    id,
    item,
    kind: found?.kind ?? 'pack',
    name: found?.name ?? item,
    quantity,
    credits: found ? creditsOf(found) * quantity : 0,
    expectedAmountMinor,
    currency,
    provider,
    state,
    createdAt,
    purchase,
  };
}

/** The packs that can be bought here. */
export function listPacks(context: BillingContext): Pack[] {
  return itemsForSale(context).filter((item): item is Pack => item.kind === 'pack');
}

/** The plans that can be subscribed to here. */
export function listPlans(context: BillingContext): Plan[] {
  return itemsForSale(context).filter((item): item is Plan => item.kind === 'plan');
}

function itemsForSale({ settings }: BillingContext): CatalogItem[] {
  const provider = settings.sellingProvider;
  if (provider === null) return [];
  return settings.catalog.items.filter(({ item }) => settings.catalog.findPriceId(provider, item) !== null);
}

function creditsOf(item: CatalogItem): number {
  return item.kind === 'pack' ? item.credits : item.creditsPerMonth;
}

function seller({ settings }: BillingContext) {
  const name = settings.sellingProvider;
  const configured = name === null ? undefined : settings.providers[name];
  const createCheckout = name === null ? undefined : getProvider(name).createCheckout;
  if (name === null || !configured || !createCheckout) throw BillingError.checkoutUnavailable(name);
  return { provider: name, createCheckout, apiKey: configured.apiKey };
}

function planIntent(context: BillingContext, start: CheckoutStart & { provider: ProviderName }) {
  const { teamId, userId, provider, quantity = 1 } = start;
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > 100) throw BillingError.invalidQuantity(quantity);
  const found = context.settings.catalog.findItem(start.item);
  if (!found) throw BillingError.unknownItem(start.item);
  const { item, amountMinor, currency } = found;
  const providerPriceId = context.settings.catalog.findPriceId(provider, item);
  if (providerPriceId === null) throw BillingError.itemNotForSale(item, provider);
  const id = `chk_${randomBytes(18).toString('base64url')}`;
  return {
    id,
    teamId,
    userId,
    provider,
    item,
    quantity,
    expectedAmountMinor: amountMinor * quantity,
    currency,
    providerPriceId,
  };
}

async function writeIntent(
  { database, clock }: BillingContext,
  { providerPriceId: _, ...intent }: ReturnType<typeof planIntent>,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    const [team] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, intent.teamId));
    if (!team) throw BillingError.unknownTeam(intent.teamId);
    const created = [keys.checkout(intent.id)];
    await lockKeys(tx, created);
    await insertIntent(tx, { ...intent, createdAt: at, updatedAt: at });
    await wakeWaiting(tx, created, at);
  });
}

type Attaching = {
  checkoutId: string;
  provider: ProviderName;
  providerCheckoutId: string;
};

async function attach(
  { database, clock }: BillingContext,
  { checkoutId, provider, providerCheckoutId }: Attaching,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    const created = [keys.hostedCheckout(provider, providerCheckoutId)];
    await lockKeys(tx, created);
    await attachHostedCheckout(tx, { checkoutId, providerCheckoutId, at });
    await wakeWaiting(tx, created, at);
  });
}
