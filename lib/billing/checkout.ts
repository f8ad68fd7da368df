import { type Claim, claimPage, requireTeam, writeIntent } from './checkouts/claim';
import { type CheckoutStart, type Order, planOrder, sellingTo } from './checkouts/order';
import type { BillingContext } from './context';
import { findBuyerEmail, listAccounts } from './customers/of-team';
import { maySeeCustomer } from './customers/shared';
import { markCustomerDead } from './customers/store';
import { BillingError } from './errors';
import type { ProviderName } from './events';
import { attachHostedCheckout, type Intent, markCheckout, markOpening } from './intents';
import type { CheckoutRequest, HostedCheckout, ProviderSeller } from './providers/seller';
import { asBillingError, findSeller, isCustomerGone, sellerOf } from './seller-of';
import { wakeWaiting } from './webhooks/inbox';
import { lockKeys } from './webhooks/locks';
import { keys } from './webhooks/outcome';

/**
 * Writes down what the team sets out to buy, then opens the provider's page for it. Whatever the buyer does there, the
 * intent says whom the payment is for. Who asks again, or a second owner at the same moment, gets the same page; of two
 * plans the page of the earlier one ends. Throws `unknown_item`, `item_not_for_sale`, `invalid_quantity`,
 * `checkout_unavailable`, `unknown_team`, `live_subscription`, `checkout_in_progress`, and where the provider fails
 * `provider_unavailable` or `provider_refused`.
 */
export async function startCheckout(
  context: BillingContext,
  start: CheckoutStart,
): Promise<{ checkoutId: string; url: string }> {
  const provider = await sellingTo(context, start.teamId, (name) => findSeller(context, name) !== null);
  const order = planOrder(context, { ...start, provider });
  const claim = await claimInTurn(context, order);
  if (claim.kind === 'reuse') return { checkoutId: claim.checkoutId, url: claim.url };
  const { checkoutId, rivals } = claim;
  const seller = sellerOf(context, provider);
  try {
    await endRivals(context, rivals);
    const hosted = await openPage(context, seller, { ...order, id: checkoutId });
    return await attach(context, seller, { checkoutId, hosted });
  } catch (error) {
    throw await giveUp(context, checkoutId, error);
  }
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
  const order = planOrder(context, start);
  const at = context.clock.now();
  await context.database.transaction(async (tx) => {
    await requireTeam(tx, order.teamId);
    await lockKeys(tx, [keys.checkout(order.id)]);
    await writeIntent(tx, order, { at, openingUntil: null });
  });
  return { checkoutId: order.id, providerPriceId: order.providerPriceId };
}

const looks = { count: 48, everyMs: 250 };

/** Two clicks at once: the second one waits for the page that the first one opens. */
async function claimInTurn(context: BillingContext, order: Order): Promise<Exclude<Claim, { kind: 'wait' }>> {
  for (let look = 0; look < looks.count; look += 1) {
    const claim = await claimPage(context, order);
    if (claim.kind !== 'wait') return claim;
    await new Promise((resolve) => setTimeout(resolve, looks.everyMs));
  }
  throw BillingError.providerUnavailable(order.provider, 'provider_unavailable');
}

/** Ends the pages that could be paid besides the one that is wanted, at the provider first where it can. */
async function endRivals(context: BillingContext, rivals: readonly Intent[]): Promise<void> {
  const { database, clock } = context;
  for (const { id: checkoutId, item, provider, providerCheckoutId } of rivals) {
    const seller = isProvider(context, provider) ? findSeller(context, provider) : null;
    const ended = providerCheckoutId === null ? null : await seller?.expireCheckout?.(providerCheckoutId);
    if (ended === 'complete') throw BillingError.checkoutInProgress(checkoutId, item);
    await database.transaction((tx) => markCheckout(tx, { checkoutId, state: 'expired', at: clock.now() }));
  }
}

function isProvider({ settings }: BillingContext, name: string): name is ProviderName {
  return Object.hasOwn(settings.providers, name);
}

/** A customer that the provider no longer knows is replaced, once, by whoever pays on the page. */
async function openPage(context: BillingContext, seller: ProviderSeller, order: Order): Promise<HostedCheckout> {
  const { id: checkoutId, teamId, userId, kind, providerPriceId, quantity } = order;
  const [email, providerCustomerId] = await Promise.all([
    findBuyerEmail(context, userId),
    findCustomer(context, seller, order),
  ]);
  const buyer = { checkoutId, teamId, userId, email };
  const request: CheckoutRequest = { ...buyer, kind, providerPriceId, quantity, providerCustomerId };
  try {
    return await seller.openCheckout(request);
  } catch (error) {
    if (providerCustomerId === null || !isCustomerGone(error)) throw error;
    const { database, clock } = context;
    await markCustomerDead(database, { provider: seller.name, providerCustomerId, at: clock.now() });
    return seller.openCheckout({ ...request, providerCustomerId: null });
  }
}

/** Whom the page is opened for. Null: a new customer, since it may show what is known of one. */
async function findCustomer(
  context: BillingContext,
  { name }: ProviderSeller,
  asker: Pick<Order, 'teamId' | 'userId'>,
): Promise<string | null> {
  const account = (await listAccounts(context, asker.teamId)).find(({ provider }) => provider === name);
  const isTheirs = account !== undefined && (await maySeeCustomer(context.database, account, asker));
  return isTheirs ? account.providerCustomerId : null;
}

async function attach(
  { database, clock }: BillingContext,
  { name: provider }: ProviderSeller,
  { checkoutId, hosted }: { checkoutId: string; hosted: HostedCheckout },
): Promise<{ checkoutId: string; url: string }> {
  const at = clock.now();
  const intent = await database.transaction(async (tx) => {
    const created = [keys.hostedCheckout(provider, hosted.providerCheckoutId)];
    await lockKeys(tx, created);
    const attached = await attachHostedCheckout(tx, { checkoutId, hosted, at });
    await wakeWaiting(tx, created, at);
    return attached;
  });
  return { checkoutId, url: intent.url ?? hosted.url };
}

/** The intent stays for the next click, unless the provider refused it as it is. */
async function giveUp(context: BillingContext, checkoutId: string, error: unknown): Promise<unknown> {
  const { database, clock } = context;
  const told = asBillingError(context, error);
  const at = clock.now();
  const isRefused = told instanceof BillingError && told.code === 'provider_refused';
  await database.transaction(async (tx) => {
    await markOpening(tx, checkoutId, at);
    if (isRefused) await markCheckout(tx, { checkoutId, state: 'failed', at });
  });
  return told;
}
