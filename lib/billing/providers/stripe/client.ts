import Stripe from 'stripe';
import type { HttpFailure } from '../request';

export interface StripeClientSettings {
  apiKey: string;
  apiUrl: string | null;
  timeoutMs: number;
}

/** The SDK at its own API version, which asks once: whoever calls it decides what is asked again. */
export function stripeClient({ apiKey, apiUrl, timeoutMs }: StripeClientSettings): Stripe {
  const url = apiUrl === null ? null : new URL(apiUrl);
  return new Stripe(apiKey, {
    maxNetworkRetries: 0,
    timeout: timeoutMs,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(),
    ...(url && { host: url.hostname, port: url.port, protocol: url.protocol === 'http:' ? 'http' : 'https' }),
  });
}

/** How a request of the SDK failed. Null: it did not. */
export function failureOf(error: unknown): HttpFailure | null {
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  return { httpStatus: error.statusCode ?? null, retryAfter: error.headers?.['retry-after'] ?? null };
}

/**
 * Whether Stripe has no object under an id that the request named in this parameter: it was deleted, or made in another
 * account or mode. https://docs.stripe.com/error-codes#resource-missing
 */
export function isMissing(error: unknown, parameter: string): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing' && error.param === parameter;
}
