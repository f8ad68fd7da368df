import type { z } from 'zod';
import type { ProviderName } from '../events';
import { httpFailureOf, once, ProviderApiError, sendJson } from './request';
import type { SellerSettings } from './seller';

export interface CommandRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
}

export type Command = <T>(request: CommandRequest, schema: z.ZodType<T>) => Promise<T>;

/**
 * Asks an interface for something to be done, whose SDK can take no address. Once: without an idempotency key a second
 * request could do it twice. Throws `ProviderApiError`.
 */
export function commandFor(
  { provider, baseUrl, headers }: { provider: ProviderName; baseUrl: string; headers: Record<string, string> },
  { apiKey, apiUrl, timeoutMs }: Pick<SellerSettings, 'apiKey' | 'apiUrl' | 'timeoutMs'>,
): Command {
  return async ({ path, ...request }, schema) => {
    const all = { ...headers, authorization: `Bearer ${apiKey}` };
    const answer = await once({ provider, failureOf: httpFailureOf }, () =>
      sendJson(new URL(`${apiUrl ?? baseUrl}${path}`), { ...request, headers: all, timeoutMs }),
    );
    const read = schema.safeParse(answer);
    if (!read.success) throw ProviderApiError.unreadable(provider, read.error.issues[0]?.path.join('.') || 'a body');
    return read.data;
  };
}
