import { createHmac } from 'node:crypto';
import type { Delivery, Verification } from './provider';
import { ageFailure, equalInConstantTime } from './signature';

/** A message of the Standard Webhooks specification: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
export interface SignedMessage {
  id: string;
  timestamp: string;
  /** What the header offers as `v1`: several while a secret is rotated. */
  signatures: string[];
  rawBody: Uint8Array;
}

export type MessageReading = { ok: true; message: SignedMessage } | Extract<Verification, { ok: false }>;

/** Reads the three headers and the age of the signed time. Says nothing about the signature. */
export function readSignedMessage({ rawBody, headers }: Delivery, now: Date): MessageReading {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  const header = headers['webhook-signature'];
  if (!id || !timestamp || !header) return { ok: false, reason: 'missing_signature' };

  const signatures = header
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => part.slice('v1,'.length));
  if (signatures.length === 0 || !/^\d{1,15}$/.test(timestamp)) return { ok: false, reason: 'malformed_signature' };

  const tooFar = ageFailure(Number(timestamp), now);
  if (tooFar) return { ok: false, reason: tooFar };
  return { ok: true, message: { id, timestamp, signatures, rawBody } };
}

/**
 * Whether one of the signatures is the secret's, over the exact bytes. The libraries at hand hash the body as text,
 * so what is not UTF-8, or starts with a byte order mark, could be signed correctly and still be refused.
 */
export function isSignedBy(message: SignedMessage, secret: string): boolean {
  const expected = keysOf(secret).map((key) => signatureOf(message, key));
  return message.signatures.some((signature) => expected.some((own) => equalInConstantTime(signature, own)));
}

/** The three headers of a message that is signed at `at`. */
export function signMessage(delivery: {
  rawBody: Uint8Array;
  secret: string;
  at: Date;
  eventId: string;
}): Record<string, string> {
  const timestamp = String(Math.floor(delivery.at.getTime() / 1000));
  const [key] = keysOf(delivery.secret);
  const signature = signatureOf({ id: delivery.eventId, timestamp, rawBody: delivery.rawBody }, key);
  return { 'webhook-id': delivery.eventId, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

/**
 * The event id that a verified header names, if it can be one. Proxies cut or join headers: what is longer than any
 * id is none, and then the bytes identify the event.
 */
export function eventIdOf(message: SignedMessage): string | null {
  return message.id.length <= 200 ? message.id : null;
}

function signatureOf({ id, timestamp, rawBody }: Pick<SignedMessage, 'id' | 'timestamp' | 'rawBody'>, key: Uint8Array) {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest('base64');
}

/**
 * The keys that a secret can stand for: what is behind `whsec_` decoded from base64 (the specification), and the
 * secret's own characters (Polar's first form, and secrets that a person made up).
 */
function keysOf(secret: string): [Uint8Array, ...Uint8Array[]] {
  const characters = Buffer.from(secret, 'utf8');
  const encoded = secret.replace(/^whsec_/, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return [characters];
  const decoded = Buffer.from(encoded, 'base64');
  return decoded.length > 0 ? [decoded, characters] : [characters];
}
