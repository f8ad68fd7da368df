import { PolarClientError, PolarNetworkError, PolarRateLimitError, PolarServerError } from '@polar-sh/sdk';
import { createPolar, type Polar } from '@polar-sh/sdk/2026-10';
import type { Environment } from '../../events';
import type { HttpFailure } from '../request';

export interface PolarClientSettings {
  apiKey: string;
  apiUrl: string | null;
  environment: Environment;
  timeoutMs: number;
}

/** The SDK, which asks once: whoever calls it decides what is asked again. */
export function polarClient({ apiKey, apiUrl, environment, timeoutMs }: PolarClientSettings): Polar {
  return createPolar({
    accessToken: apiKey,
    environment: environment === 'live' ? 'production' : 'sandbox',
    timeout: timeoutMs / 1000,
    ...(apiUrl === null ? {} : { baseUrl: apiUrl }),
  });
}

/** How a request of the SDK failed. Null: it did not. */
export function failureOf(error: unknown): HttpFailure | null {
  if (error instanceof PolarNetworkError) return { httpStatus: null, retryAfter: null };
  if (error instanceof PolarRateLimitError)
    return { httpStatus: 429, retryAfter: error.retryAfter === null ? null : String(error.retryAfter) };
  if (error instanceof PolarClientError) return { httpStatus: error.statusCode, retryAfter: null };
  if (error instanceof PolarServerError) return { httpStatus: serverStatus(error), retryAfter: null };
  return null;
}

function serverStatus(error: PolarServerError): number {
  return 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
}
