import { transcode } from 'node:buffer';
import { createHmac } from 'node:crypto';
import Stripe from 'stripe';

/**
 * The SDK decodes a body as UTF-8 before it hashes it, which drops a byte order mark and merges all invalid bytes into
 * one character. So each byte travels through it as one character, and is a byte again when it is hashed.
 */
export function carryBytes(rawBody: Uint8Array): Uint8Array {
  return transcode(rawBody, 'latin1', 'utf8');
}

/** Hashes what `carryBytes` carried. */
export class ExactBytes extends Stripe.CryptoProvider {
  override computeHMACSignature(payload: string, secret: string): string {
    return createHmac('sha256', secret).update(payload, 'latin1').digest('hex');
  }

  override async computeHMACSignatureAsync(payload: string, secret: string): Promise<string> {
    return this.computeHMACSignature(payload, secret);
  }
}
