/** The door of the HTTP API: what product servers call with a team's key, and the keys themselves. */
import * as keys from '../auth/api-keys';
import { billingSettings } from '../billing/settings';
import { systemClock } from '../clock';
import { database } from '../database';
import { openApiDocument as describe } from './openapi';

export { apiScopes } from '@/db/schema';
export { type ApiKeyView, type ApiScope, maxApiKeys } from '../auth/api-keys';
export { type ApiAnswer, callApi } from './call';
export { type FieldView, listOperations, type OperationView } from './fields';
export type { OperationName } from './operations';
export { ApiProblem, problemAnswer, problems } from './problem';

/** Makes a key and returns it: the only time that it can be seen. Null when the team has as many as it may have. */
export function createApiKey(key: keys.NewApiKey): Promise<string | null> {
  return keys.createApiKey(database(), key, systemClock.now());
}

/** Ends a key at once. False where the team has none of that id that could be ended. */
export function revokeApiKey(key: { teamId: string; keyId: string }): Promise<boolean> {
  return keys.revokeApiKey(database(), key, systemClock.now());
}

/** A team's keys, the newest first, those that ended included; never the keys themselves. */
export function listApiKeys(teamId: string): Promise<keys.ApiKeyView[]> {
  return keys.listApiKeys(database(), teamId, systemClock.now());
}

/** Where the API is, without a slash at the end. */
export function apiUrl(): string {
  return `${billingSettings().appUrl}/api/v1`;
}

/** The API as an OpenAPI 3.1 document. */
export function openApiDocument() {
  return describe(billingSettings().appUrl);
}
