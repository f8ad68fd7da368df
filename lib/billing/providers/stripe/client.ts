import Stripe from 'stripe';

/** Stripe's SDK for an account, at the SDK's own API version. It tries once: who calls decides about more. */
export function stripeClient({ apiKey, apiUrl }: { apiKey: string; apiUrl: string | null }, timeoutMs: number): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(apiKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(),
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });
}
