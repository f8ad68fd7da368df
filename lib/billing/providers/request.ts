import type { ProviderName } from '../events';

export type ProviderApiErrorCode =
  | 'provider_key_refused'
  | 'provider_refused'
  | 'provider_rate_limited'
  | 'provider_unavailable'
  | 'provider_answer_unreadable'
  | 'provider_customer_gone';

/** A provider's interface did not answer as it should. Names the provider and the status, never a key or a body. */
export class ProviderApiError extends Error {
  override readonly name = 'ProviderApiError';

  private constructor(
    readonly provider: ProviderName,
    readonly code: ProviderApiErrorCode,
    message: string,
    readonly httpStatus: number | null = null,
  ) {
    super(message);
  }

  static ofStatus(provider: ProviderName, httpStatus: number | null): ProviderApiError {
    const about = (code: ProviderApiErrorCode, text: string) => new ProviderApiError(provider, code, text, httpStatus);
    if (httpStatus === 401 || httpStatus === 403)
      return about(
        'provider_key_refused',
        `${provider} refuses the API key, or the key may not read this (${httpStatus}).`,
      );
    if (httpStatus === 429) return about('provider_rate_limited', `${provider} still asks us to slow down (429).`);
    if (httpStatus === null) return about('provider_unavailable', `${provider} could not be reached.`);
    if (httpStatus === 408 || httpStatus >= 500)
      return about('provider_unavailable', `${provider} could not answer (${httpStatus}).`);
    return about('provider_refused', `${provider} refused a request (${httpStatus}).`);
  }

  /** The customer that we named is deleted there, or was made in another account or mode. */
  static customerGone(provider: ProviderName): ProviderApiError {
    return new ProviderApiError(
      provider,
      'provider_customer_gone',
      `${provider} does not know this customer any more.`,
    );
  }

  static unreadable(provider: ProviderName, part: string): ProviderApiError {
    return new ProviderApiError(provider, 'provider_answer_unreadable', `${provider} answered without ${part}.`);
  }
}

/** How a request failed. */
export interface HttpFailure {
  /** Null: no answer came. */
  httpStatus: number | null;
  /** The header, in seconds or as a date. */
  retryAfter: string | null;
}

/** A failed request of our own. */
class HttpError extends Error implements HttpFailure {
  override readonly name = 'HttpError';

  constructor(
    readonly httpStatus: number | null,
    readonly retryAfter: string | null,
  ) {
    super('The request failed.');
  }
}

interface Patience {
  provider: ProviderName;
  now(): Date;
  wait?: ((milliseconds: number) => Promise<void>) | undefined;
  /** How an error says what happened. Null: it is no failed request. */
  failureOf(error: unknown): HttpFailure | null;
}

const attempts = 5;
const longestWaitMs = 60_000;

/**
 * Sends a request that only reads, again after what passes by itself: 429 as long as the provider says, 5xx and lost
 * answers after a growing pause. At most five times. Throws `ProviderApiError`.
 */
export async function patiently<T>(patience: Patience, request: () => Promise<T>): Promise<T> {
  const { provider, failureOf, now, wait = sleep } = patience;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      const failure = failureOf(error);
      // An answer that is no JSON: its parser would quote it.
      if (failure === null) throw error instanceof SyntaxError ? ProviderApiError.unreadable(provider, 'JSON') : error;
      if (!isPassing(failure) || attempt === attempts) throw ProviderApiError.ofStatus(provider, failure.httpStatus);
      await wait(pauseOf(failure, attempt, now()));
    }
  }
}

/** Sends a request once, for somebody who waits. Throws `ProviderApiError`. */
export async function once<T>(
  { provider, failureOf }: Pick<Patience, 'provider' | 'failureOf'>,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null) throw ProviderApiError.ofStatus(provider, failure.httpStatus);
    throw error instanceof SyntaxError ? ProviderApiError.unreadable(provider, 'JSON') : error;
  }
}

/** GETs JSON within a time. Throws `HttpError`. */
export function getJson(url: URL, headers: Record<string, string>): Promise<unknown> {
  return sendJson(url, { method: 'GET', headers, timeoutMs: requestTimeoutMs });
}

interface JsonRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  headers: Record<string, string>;
  body?: unknown;
  timeoutMs: number;
}

/** Sends JSON and reads JSON within a time; null where the answer has no body. Throws `HttpError`. */
export async function sendJson(url: URL, { method, headers, body, timeoutMs }: JsonRequest): Promise<unknown> {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, { method, headers, ...sent, redirect: 'error', signal });
    if (!response.ok) throw new HttpError(response.status, response.headers.get('retry-after'));
    return response.status === 204 ? null : await response.json();
  } catch (error) {
    throw error instanceof HttpError ? error : new HttpError(null, null);
  }
}

/** How a request of `getJson` failed. */
export function httpFailureOf(error: unknown): HttpFailure | null {
  return error instanceof HttpError ? error : null;
}

export const requestTimeoutMs = 15_000;

/** How long somebody who clicked waits for a provider. */
export const patienceOfBuyersMs = 10_000;

function isPassing({ httpStatus }: HttpFailure): boolean {
  return httpStatus === null || httpStatus === 408 || httpStatus === 429 || httpStatus >= 500;
}

function pauseOf({ retryAfter }: HttpFailure, attempt: number, now: Date): number {
  const asked = retryAfter === null ? null : readRetryAfter(retryAfter, now);
  if (asked !== null) return Math.min(Math.max(asked, 0), longestWaitMs);
  return 500 * 2 ** (attempt - 1) * (0.5 + Math.random() / 2);
}

function readRetryAfter(header: string, now: Date): number | null {
  if (/^\d{1,6}(\.\d+)?$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : at - now.getTime();
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
