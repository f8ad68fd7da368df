import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ProviderName } from '@/lib/billing/events';
import { getProvider } from '@/lib/billing/providers/registry';
import type { WebhookRequest } from './arguments';
import { WebhookCommandError } from './errors';
import { findSecret } from './secret';

export interface PreparedDelivery {
  url: string;
  rawBody: Uint8Array;
  /** The headers of a delivery that is sent at a given time. */
  sign(at: Date): Record<string, string>;
}

/** Where the event id is in the body. Null: it travels in a header, or there is none. */
const bodyIds: Record<ProviderName, string | null> = {
  stripe: 'id',
  lemonsqueezy: null,
  polar: null,
  paddle: 'event_id',
  sandbox: null,
};

/**
 * Reads the payload and finds what it is signed with. Unless told otherwise the same file is the same event, however
 * often the command is run. Throws `WebhookCommandError` when there is no file, no secret, or no place for the id.
 */
export async function prepareDelivery(
  request: WebhookRequest & { url: string },
  dataFolder: string,
): Promise<PreparedDelivery> {
  const { provider, file, url } = request;
  const captured = readPayload(file);
  const bodyId = bodyIds[provider];
  const rawBody = bodyId && request.eventId !== undefined ? replaceId(captured, bodyId, request.eventId) : captured;
  const eventId = request.eventId ?? `msg_${createHash('sha256').update(captured).digest('hex').slice(0, 32)}`;
  const secret = request.secret ?? (await findSecret(provider, dataFolder));
  return { url, rawBody, sign: (at) => getProvider(provider).sign({ rawBody, secret, at, eventId }) };
}

function readPayload(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch {
    throw new WebhookCommandError(`The file ${file} cannot be read.`);
  }
}

function replaceId(rawBody: Uint8Array, field: string, eventId: string): Uint8Array {
  const body = parseObject(rawBody);
  if (!body) throw new WebhookCommandError('--event-id needs a file with a JSON object to put the id into.');
  return Buffer.from(JSON.stringify({ ...body, [field]: eventId }, null, 2));
}

function parseObject(rawBody: Uint8Array): object | null {
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(rawBody));
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : null;
  } catch {
    return null;
  }
}
