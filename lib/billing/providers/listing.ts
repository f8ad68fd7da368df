import { z } from 'zod';
import type { ProviderName } from '../events';
import type { ReaderSettings } from './reader';
import { getJson, httpFailureOf, ProviderApiError, patiently } from './request';

/** An object of an interface that is read without an SDK. */
export type ApiObject = Record<string, unknown>;

const object = z.record(z.string(), z.unknown());

/** One thing, under `data`. */
export const answerOfOne = z.object({ data: object });

export type Ask = <T>(path: string, query: Record<string, string>, schema: z.ZodType<T>) => Promise<T>;

/** GETs from an interface whose SDK can take no address or gives no raw objects. Throws `ProviderApiError`. */
export function askFor(
  { provider, baseUrl, headers }: { provider: ProviderName; baseUrl: string; headers: Record<string, string> },
  { apiKey, apiUrl, now, wait }: ReaderSettings,
): Ask {
  return async (path, query, schema) => {
    const url = new URL(`${apiUrl ?? baseUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const answer = await patiently({ provider, now, wait, failureOf: httpFailureOf }, () =>
      getJson(url, { ...headers, authorization: `Bearer ${apiKey}` }),
    );
    const read = schema.safeParse(answer);
    if (!read.success) throw ProviderApiError.unreadable(provider, read.error.issues[0]?.path.join('.') || 'a body');
    return read.data;
  };
}

/** A page of things, under `data`. */
export const objects = z.array(object);
