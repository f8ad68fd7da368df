import Stripe from 'stripe';
import { once, ProviderApiError } from '../request';
import type { ChargeAnswer, ChargeRequest, SavedCard } from '../saved-card';
import type { SellerSettings } from '../seller';
import { failureOf, isMissing, stripeClient } from './client';

/**
 * Charges a customer's card off-session with a PaymentIntent, once under its idempotency key.
 * https://docs.stripe.com/payments/save-and-reuse?platform=web&ui=stripe-hosted#charge-saved-payment-method
 */
export function stripeSavedCard(settings: SellerSettings): SavedCard {
  const client = stripeClient(settings);
  const ask = <T>(request: () => Promise<T>) => once({ provider: 'stripe', failureOf }, request);
  return {
    ...{ name: 'stripe', needsSubscription: false, isRepeatable: true, prepare: null },
    charge: (request) => ask(() => charge(client, request)),
    lookUp: (request) => ask(() => lookUp(client, request)),
  };
}

async function charge(client: Stripe, request: ChargeRequest): Promise<ChargeAnswer> {
  const card = await findCard(client, request);
  if (card === null) return { kind: 'declined', code: 'no_saved_card' };
  const { amountMinor: amount, providerCustomerId: customer, idempotencyKey } = request;
  const params: Stripe.PaymentIntentCreateParams = {
    ...{ amount, customer, payment_method: card, off_session: true, confirm: true },
    currency: request.currency.toLowerCase(),
    metadata: { kind: 'auto_topup', checkout_id: request.checkoutId, team_id: request.teamId },
  };
  try {
    return answerOf(await client.paymentIntents.create(params, { idempotencyKey }));
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError) return { kind: 'declined', code: codeOf(error) };
    if (isKeyInUse(error)) throw ProviderApiError.ofStatus('stripe', null);
    throw isMissing(error, 'customer') ? ProviderApiError.customerGone('stripe') : error;
  }
}

/** An earlier request under this key is not over, or had another card: what became of it, this one does not tell. */
function isKeyInUse(error: unknown): boolean {
  if (error instanceof Stripe.errors.StripeIdempotencyError) return true;
  return error instanceof Stripe.errors.StripeError && error.statusCode === 409;
}

/** The customer's own choice, else the card of the subscription, else the newest one. */
async function findCard(client: Stripe, request: ChargeRequest): Promise<string | null> {
  const { providerCustomerId, providerSubscriptionId } = request;
  const customer = await client.customers.retrieve(providerCustomerId).catch((error: unknown) => {
    throw isMissing(error, 'id') ? ProviderApiError.customerGone('stripe') : error;
  });
  if (customer.deleted) throw ProviderApiError.customerGone('stripe');
  const chosen = idOf(customer.invoice_settings?.default_payment_method);
  if (chosen !== null) return chosen;
  const subscription = providerSubscriptionId && (await client.subscriptions.retrieve(providerSubscriptionId));
  const paying = subscription ? idOf(subscription.default_payment_method) : null;
  if (paying !== null) return paying;
  const cards = await client.customers.listPaymentMethods(providerCustomerId, { type: 'card', limit: 1 });
  return cards.data[0]?.id ?? null;
}

/** A list and not a search: what Stripe finds by metadata is behind by up to a minute. */
async function lookUp(client: Stripe, request: ChargeRequest): Promise<ChargeAnswer | null> {
  const created = { gte: Math.floor(request.decidedAt.getTime() / 1000) - 300 };
  const query = { customer: request.providerCustomerId, created, limit: 100 };
  for await (const intent of client.paymentIntents.list(query))
    if (intent.metadata.checkout_id === request.checkoutId) return answerOf(intent);
  return null;
}

/** Confirmed without the buyer, an intent is paid, on its way, or will not be: nobody is there to confirm it again. */
function answerOf({ id, status, last_payment_error: error }: Stripe.PaymentIntent): ChargeAnswer {
  if (status === 'succeeded' || status === 'processing') return { kind: 'taken', providerPaymentId: id };
  // No card was tried yet: the request that made it is still at it.
  if (!error && ['requires_confirmation', 'requires_payment_method'].includes(status))
    throw ProviderApiError.unreadable('stripe', 'how it ended');
  return { kind: 'declined', code: error?.decline_code ?? error?.code ?? status };
}

/** `insufficient_funds` says more than `card_declined`. */
function codeOf({ decline_code, code }: InstanceType<typeof Stripe.errors.StripeCardError>): string {
  return decline_code ?? code ?? 'card_declined';
}

function idOf(expandable: string | { id: string } | null | undefined): string | null {
  return typeof expandable === 'string' ? expandable : (expandable?.id ?? null);
}
