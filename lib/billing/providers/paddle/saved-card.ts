import { z } from 'zod';
import { type Command, commandFor } from '../command';
import { ProviderApiError } from '../request';
import type { ChargeAnswer, ChargeRequest, SavedCard } from '../saved-card';
import type { SellerSettings } from '../seller';
import { addressOf } from './address';

const headers = { 'content-type': 'application/json', 'paddle-version': '1' };

const listed = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      status: z.string(),
      created_at: z.coerce.date(),
      items: z.array(z.object({ price: z.object({ id: z.string() }) })),
    }),
  ),
});

/**
 * Charges a pack on the team's subscription. Paddle takes neither an idempotency key nor data of ours for it, and answers
 * with the subscription: so which transaction it became is looked up, and before it is sent again too.
 * https://developer.paddle.com/api-reference/subscriptions/create-one-time-charge
 */
export function paddleSavedCard(settings: SellerSettings): SavedCard {
  const command = commandFor({ provider: 'paddle', baseUrl: addressOf(settings), headers }, settings);
  return {
    ...{ name: 'paddle', needsSubscription: true, isRepeatable: false, prepare: null },
    charge: (request) => charge(command, request),
    lookUp: (request) => lookUp(command, request),
  };
}

async function charge(command: Command, request: ChargeRequest): Promise<ChargeAnswer> {
  const path = `/subscriptions/${encodeURIComponent(subscriptionOf(request))}/charge`;
  const items = [{ price_id: request.providerPriceId, quantity: 1 }];
  const body = { effective_from: 'immediately', on_payment_failure: 'prevent_change', items };
  try {
    await command({ method: 'POST', path, body }, z.unknown());
  } catch (error) {
    if (isStatus(error, 400)) return { kind: 'declined', code: 'charge_refused' };
    throw isStatus(error, 409) ? ProviderApiError.ofStatus('paddle', null) : error;
  }
  // It is taken by now: that it cannot be looked up says nothing else.
  const found = await lookUp(command, request).catch(() => null);
  if (found) return found;
  throw ProviderApiError.unreadable('paddle', 'the transaction of the charge');
}

/**
 * With `prevent_change` Paddle refuses the request with 400 when the card does, and says no more than that. 409 is no
 * refusal: for half an hour before it renews a subscription is locked.
 * https://developer.paddle.com/errors/subscriptions/subscription_locked_renewal
 */
function isStatus(error: unknown, httpStatus: number): boolean {
  return error instanceof ProviderApiError && error.httpStatus === httpStatus;
}

/** The charge of this pack on the subscription since it was decided on: there is one at a time. */
async function lookUp(command: Command, request: ChargeRequest): Promise<ChargeAnswer | null> {
  const since = new Date(request.decidedAt.getTime() - 300_000);
  const query = new URLSearchParams({
    ...{ subscription_id: subscriptionOf(request), origin: 'subscription_charge', per_page: '30' },
    'created_at[GTE]': since.toISOString(),
  });
  const { data } = await command({ method: 'GET', path: `/transactions?${query}` }, listed);
  const meant = data.filter(
    ({ id, status, items, created_at }) =>
      // That a charge before failed says nothing of this one.
      created_at >= (failed.includes(status) ? request.decidedAt : since) &&
      !request.earlierPaymentIds.includes(id) &&
      items.some(({ price }) => price.id === request.providerPriceId),
  );
  const taken = meant.find(({ status }) => ['paid', 'completed', 'billed'].includes(status));
  if (taken) return { kind: 'taken', providerPaymentId: taken.id };
  // A draft, or ready: the card is being charged for it.
  if (meant.some(({ status }) => !failed.includes(status))) throw ProviderApiError.unreadable('paddle', 'how it ended');
  return meant.length > 0 ? { kind: 'declined', code: 'card_declined' } : null;
}

const failed = ['past_due', 'canceled'];

function subscriptionOf({ providerSubscriptionId }: ChargeRequest): string {
  if (providerSubscriptionId === null) throw ProviderApiError.unreadable('paddle', 'a subscription');
  return providerSubscriptionId;
}
