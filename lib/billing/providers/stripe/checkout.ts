import type Stripe from 'stripe';
import { ProviderApiError } from '../request';
import { billingUrl, type CheckoutRequest, type HostedCheckout, returnUrl, type SellerSettings } from '../seller';
import { isMissing } from './client';

type Params = Stripe.Checkout.SessionCreateParams;

/**
 * Opens a Checkout Session. Its idempotency key is the intent with the customer, so a second click gets the same page,
 * and a page for a new customer is another one. https://docs.stripe.com/api/checkout/sessions/create
 */
export async function openCheckout(
  client: Stripe,
  request: CheckoutRequest,
  settings: SellerSettings,
): Promise<HostedCheckout> {
  const { checkoutId, providerCustomerId } = request;
  const idempotencyKey = `checkout:${checkoutId}:${providerCustomerId ?? 'new'}`;
  const session = await client.checkout.sessions
    .create(paramsOf(request, settings), { idempotencyKey })
    .catch((error: unknown) => {
      throw isMissing(error, 'customer') ? ProviderApiError.customerGone('stripe') : error;
    });
  if (!session.url) throw ProviderApiError.unreadable('stripe', 'an address');
  return { providerCheckoutId: session.id, url: session.url, expiresAt: new Date(session.expires_at * 1000) };
}

/** Stripe copies a session's metadata to nothing that comes of it, so each gets it. */
function paramsOf(request: CheckoutRequest, settings: SellerSettings): Params {
  const { checkoutId, teamId, kind, providerPriceId, quantity } = request;
  const metadata = { checkout_id: checkoutId, team_id: teamId };
  return {
    mode: kind === 'plan' ? 'subscription' : 'payment',
    line_items: [{ price: providerPriceId, quantity }],
    client_reference_id: teamId,
    metadata,
    success_url: returnUrl(settings, checkoutId),
    cancel_url: billingUrl(settings),
    allow_promotion_codes: true,
    automatic_tax: { enabled: settings.automaticTax },
    tax_id_collection: { enabled: settings.automaticTax },
    ...customerOf(request),
    ...(kind === 'plan'
      ? { subscription_data: { metadata } }
      : // The card is kept, so that credits can be topped up without the buyer.
        { payment_intent_data: { metadata, setup_future_usage: 'off_session' } }),
  };
}

function customerOf({ providerCustomerId, email, kind }: CheckoutRequest): Partial<Params> {
  // Taxes and a tax id need the address and the name that the buyer types in to be kept.
  if (providerCustomerId !== null)
    return { customer: providerCustomerId, customer_update: { address: 'auto', name: 'auto' } };
  return {
    ...(kind === 'pack' && { customer_creation: 'always' }),
    ...(email !== null && { customer_email: email }),
  };
}

/** Ends a session. Stripe refuses that once somebody has paid or it has ended by itself. */
export async function expireCheckout(client: Stripe, sessionId: string): Promise<'expired' | 'complete'> {
  try {
    await client.checkout.sessions.expire(sessionId);
    return 'expired';
  } catch (error) {
    const session = await client.checkout.sessions.retrieve(sessionId).catch(() => null);
    if (session?.status === 'complete') return 'complete';
    if (session?.status === 'expired') return 'expired';
    throw error;
  }
}
