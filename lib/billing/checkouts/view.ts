import type { CatalogItem } from '../catalog';
import type { BillingContext } from '../context';
import { findPurchaseOfCheckout, type HistoryPayment } from '../credits/payments';
import { type CheckoutState, findIntent } from '../intents';

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
  /** The page where it is paid, while it is open. */
  payUrl: string | null;
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
  const { id, item, quantity, expectedAmountMinor, currency, provider, state, createdAt, expiresAt, url } = intent;
  const found = context.settings.catalog.findItem(item);
  const isOpen = state === 'open' && (expiresAt === null || expiresAt > context.clock.now());
  return {
    ...{ id, item, quantity, expectedAmountMinor, currency, provider, state, createdAt },
    kind: found?.kind ?? 'pack',
    name: found?.name ?? item,
    credits: found ? creditsOf(found) * quantity : 0,
    payUrl: isOpen ? url : null,
    purchase: await findPurchaseOfCheckout(context, checkoutId),
  };
}

function creditsOf(item: CatalogItem): number {
  return item.kind === 'pack' ? item.credits : item.creditsPerMonth;
}
