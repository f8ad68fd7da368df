import Stripe from 'stripe';
import {
  type ChargeAnswer,
  type ChargeRequest,
  type Charger,
  type ChargerSettings,
  chargeTimeoutMs,
  type HostedSetup,
  type ProviderCharge,
  type SetupRequest,
} from '../charger';
import { ProviderApiError } from '../request';
import { isMissing, stripeClient } from './client';

/**
 * Charges saved cards through payment intents that are confirmed while the buyer is away.
 * https://docs.stripe.com/payments/save-and-reuse, https://docs.stripe.com/api/idempotent_requests
 */
export function stripeCharger(settings: ChargerSettings): Charger {
  const client = stripeClient({ ...settings, timeoutMs: settings.timeoutMs ?? chargeTimeoutMs });
  return {
    name: 'stripe',
    keyHorizonHours: 24,
    charge: (request) => charge(client, request),
    listCharges: ({ operationId, providerCustomerId, since }) =>
      orThrow(() => list(client, { operationId, customer: providerCustomerId, since })),
    lookUp: (id) => orThrow(() => orNull(() => client.paymentIntents.retrieve(id, expanded))),
    cancel: (id) => orThrow(() => cancel(client, id)),
    createSetup: (request) => orThrow(() => createSetup(client, settings.appUrl, request)),
  };
}

/** The charge knows when it was paid; the intent only when it was made. */
const expanded = { expand: ['latest_charge'] };

async function charge(client: Stripe, request: ChargeRequest): Promise<ChargeAnswer> {
  const { amountMinor: amount, currency, providerCustomerId, providerPaymentMethodId, idempotencyKey } = request;
  try {
    const intent = await client.paymentIntents.create(
      {
        amount,
        currency: currency.toLowerCase(),
        customer: providerCustomerId,
        payment_method: providerPaymentMethodId,
        off_session: true,
        confirm: true,
        // Nobody is there to be sent on to another page.
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
        // Stripe tells no key with an intent, so it travels along.
        metadata: { ...request.metadata, idempotency_key: idempotencyKey },
        expand: expanded.expand,
      },
      { idempotencyKey },
    );
    // Typed as a record; with fetch it is what fetch gives.
    const isReplayed = new Headers(intent.lastResponse.headers).get('idempotent-replayed') === 'true';
    return { kind: 'charge', charge: chargeOf(intent), isReplayed };
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return refusalOf(error);
    return { kind: 'lost', reason: 'unreadable' };
  }
}

function refusalOf(error: Stripe.errors.StripeError): ChargeAnswer {
  const { statusCode: httpStatus, code = null, decline_code: declineCode = null, payment_intent: intent } = error;
  if (error instanceof Stripe.errors.StripeConnectionError || httpStatus === undefined)
    return { kind: 'lost', reason: /timed out|aborted/i.test(error.message) ? 'timeout' : 'network' };
  const held = intent ? { ...chargeOf(intent), code, declineCode } : null;
  return { kind: 'refused', type: typeOf(error, httpStatus), httpStatus, code, declineCode, charge: held };
}

function typeOf(error: Stripe.errors.StripeError, httpStatus: number) {
  if (error instanceof Stripe.errors.StripeCardError) return 'card';
  if (error instanceof Stripe.errors.StripeRateLimitError) return 'rate_limit';
  if (error instanceof Stripe.errors.StripeIdempotencyError) return 'idempotency';
  return httpStatus >= 500 ? 'server' : 'request';
}

function chargeOf(intent: Stripe.PaymentIntent): ProviderCharge {
  const { latest_charge: latest, last_payment_error: failure, next_action: action } = intent;
  const paidAt = typeof latest === 'object' && latest !== null ? latest.created : intent.created;
  return {
    providerPaymentId: intent.id,
    status: statusOf(intent.status),
    amountMinor: intent.amount,
    currency: intent.currency.toUpperCase(),
    createdAt: new Date(paidAt * 1000).toISOString().replace('Z', '000Z'),
    operationId: intent.metadata.operation_id ?? null,
    idempotencyKey: intent.metadata.idempotency_key ?? null,
    actionUrl: action?.redirect_to_url?.url ?? null,
    code: failure?.code ?? (intent.status === 'canceled' ? 'canceled' : null),
    declineCode: failure?.decline_code ?? null,
  };
}

/** Without its buyer nobody can go on with an intent that wants a payment method or a confirmation. */
function statusOf(status: Stripe.PaymentIntent.Status): ProviderCharge['status'] {
  if (status === 'succeeded') return 'succeeded';
  if (status === 'processing') return 'processing';
  return status === 'requires_action' ? 'action_required' : 'failed';
}

/** A list is complete at once; Stripe's search may lag by minutes. */
async function list(
  { paymentIntents }: Stripe,
  { operationId, customer, since }: { operationId: string; customer: string; since: Date },
): Promise<ProviderCharge[]> {
  const found: ProviderCharge[] = [];
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const pages = paymentIntents.list({ customer, created, limit: 100, expand: ['data.latest_charge'] });
  for await (const intent of pages) if (intent.metadata.operation_id === operationId) found.push(chargeOf(intent));
  return found;
}

/** What is paid already cannot be withdrawn: then how it stands is the answer. */
async function cancel({ paymentIntents }: Stripe, id: string): Promise<ProviderCharge | null> {
  try {
    return chargeOf(await paymentIntents.cancel(id));
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
    return orNull(() => paymentIntents.retrieve(id, expanded));
  }
}

async function createSetup(
  client: Stripe,
  appUrl: string,
  { setupId, teamId, providerCustomerId }: SetupRequest,
): Promise<HostedSetup> {
  const metadata = { setup_id: setupId };
  const params: Stripe.Checkout.SessionCreateParams = {
    mode: 'setup',
    allowed_payment_method_types: ['card'],
    client_reference_id: teamId,
    metadata,
    ...(providerCustomerId === null ? { customer_creation: 'always' } : { customer: providerCustomerId }),
    setup_intent_data: { metadata },
    success_url: `${appUrl}/subscription?setup=${encodeURIComponent(setupId)}`,
    cancel_url: `${appUrl}/subscription`,
  };
  const idempotencyKey = `setup:${setupId}:${providerCustomerId ?? 'new'}`;
  const { id, url } = await client.checkout.sessions.create(params, { idempotencyKey }).catch((error: unknown) => {
    throw isMissing(error, 'customer') ? ProviderApiError.customerGone('stripe') : error;
  });
  if (!url) throw ProviderApiError.unreadable('stripe', 'an address');
  return { providerSetupId: id, url };
}

async function orNull(ask: () => Promise<Stripe.PaymentIntent>): Promise<ProviderCharge | null> {
  try {
    return chargeOf(await ask());
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return null;
    throw error;
  }
}

async function orThrow<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw ProviderApiError.ofStatus('stripe', error.statusCode ?? null);
    throw error;
  }
}
