import { createHmac, timingSafeEqual } from 'node:crypto';
import { type SignatureFailure, signatureToleranceSeconds } from './provider';

/** Whether two texts are equal, in constant time. `timingSafeEqual` throws on unequal lengths, hence the guard. */
export function equalInConstantTime(left: string, right: string): boolean {
  const a = Buffer.from(left);
  const b = Buffer.from(right);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** HMAC-SHA256 as lower-case hex over the parts, one after the other. */
export function hmacHex(secret: string, ...parts: (string | Uint8Array)[]): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

/** Null when a signed time in Unix seconds is within tolerance of `now`. */
export function ageFailure(signedAtSeconds: number, now: Date): SignatureFailure | null {
  if (!Number.isSafeInteger(signedAtSeconds)) return 'malformed_signature';
  const age = now.getTime() / 1000 - signedAtSeconds;
  // Whole seconds, as the signature has them: exactly 300 passes, 301 does not.
  if (Math.floor(age) > signatureToleranceSeconds) return 'too_old';
  if (Math.ceil(-age) > signatureToleranceSeconds) return 'from_the_future';
  return null;
}
