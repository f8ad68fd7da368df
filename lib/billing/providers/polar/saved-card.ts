import type { Polar } from '@polar-sh/sdk/2026-10';
import { once, ProviderApiError } from '../request';
import type { ChargeAnswer, ChargeRequest, SavedCard } from '../saved-card';
import type { SellerSettings } from '../seller';
import { failureOf, polarClient } from './client';

/**
 * Charges off-session in two steps: a draft order, which costs nothing, and its finalization, which the one draft goes
 * through once. Polar knows no idempotency key, so the draft is what is kept; while it is being paid it is a draft still.
 * The organization needs `off_session_charges_enabled`. https://docs.polar.sh/api-reference/orders/finalize
 */
export function polarSavedCard(settings: SellerSettings): SavedCard {
  const client = polarClient(settings);
  const ask = <T>(request: () => Promise<T>) => once({ provider: 'polar', failureOf }, request);
  return {
    ...{ name: 'polar', needsSubscription: false, isRepeatable: false },
    prepare: (request) => ask(() => prepare(client, request)),
    charge: (request) => ask(() => charge(client, draftOf(request))),
    lookUp: (request) => ask(() => lookUp(client, request)),
  };
}

async function prepare(client: Polar, request: ChargeRequest): Promise<string> {
  const { providerCustomerId: customer_id, providerPriceId: product_id, checkoutId, teamId } = request;
  const metadata = { checkout_id: checkoutId, team_id: teamId };
  const order = await client.orders.create({ customer_id, product_id, metadata });
  return order.id;
}

async function charge(client: Polar, draft: string): Promise<ChargeAnswer> {
  try {
    const { id } = await client.orders.finalize(draft, {});
    return { kind: 'taken', providerPaymentId: id };
  } catch (error) {
    const status = failureOf(error)?.httpStatus;
    if (status === 402) return { kind: 'declined', code: 'card_declined' };
    // An earlier call is at it.
    if (status === 409) throw ProviderApiError.ofStatus('polar', null);
    if (status !== 412) throw error;
    // It is no draft any more: an earlier call went through, and its answer was lost.
    const earlier = await find(client, draft).catch(() => null);
    if (earlier !== null) return earlier;
    throw ProviderApiError.unreadable('polar', 'what became of the draft');
  }
}

/** Until it is finalized a draft has taken nothing. */
async function lookUp(client: Polar, { providerPaymentId }: ChargeRequest): Promise<ChargeAnswer | null> {
  return providerPaymentId === null ? null : find(client, providerPaymentId);
}

async function find(client: Polar, orderId: string): Promise<ChargeAnswer | null> {
  const { id, status } = await client.orders.get(orderId);
  return status === 'draft' ? null : { kind: 'taken', providerPaymentId: id };
}

function draftOf({ providerPaymentId }: ChargeRequest): string {
  if (providerPaymentId === null) throw ProviderApiError.unreadable('polar', 'a draft order');
  return providerPaymentId;
}
