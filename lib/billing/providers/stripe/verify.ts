import Stripe from 'stripe';
import type { Delivery, Verification, VerifyOptions } from '../provider';
import { ageFailure } from '../signature';
import { carryBytes, ExactBytes } from './exact-bytes';

const exactBytes = new ExactBytes();
/** Far more than the two signatures of a secret that is being rolled. */
const longestHeader = 4096;

/**
 * Checks `stripe-signature` over the exact bytes with every active secret, then the age of the signed time both ways
 * (the SDK accepts any time in the future). What the bytes mean is not looked at: a signed body that is no JSON, or a
 * thin event, was sent by Stripe and is for `normalize` to call unreadable.
 * Scheme: https://docs.stripe.com/webhooks/signature
 */
export async function verify({ rawBody, headers }: Delivery, { secrets, now }: VerifyOptions): Promise<Verification> {
  const usable = secrets.filter((secret) => secret.trim() !== '');
  if (usable.length === 0) return { ok: false, reason: 'no_secret' };
  const header: unknown = headers['stripe-signature'];
  if (header === undefined || header === '') return { ok: false, reason: 'missing_signature' };
  if (typeof header !== 'string') return { ok: false, reason: 'malformed_signature' };
  const signedAt = signedTime(header);
  if (signedAt === null) return { ok: false, reason: 'malformed_signature' };
  const carried = carryBytes(rawBody);
  if (!usable.some((secret) => isSignedWith(secret, carried, header))) return { ok: false, reason: 'wrong_signature' };
  const failure = ageFailure(signedAt, now);
  return failure ? { ok: false, reason: failure } : { ok: true, eventId: null };
}

/**
 * The signed time in Unix seconds; null where the header is not of Stripe's form. Exactly one `t`: with two of them the
 * SDK hashes one and the age could be read from the other.
 */
function signedTime(header: string): number | null {
  if (header.length > longestHeader) return null;
  const parts = header.split(',');
  const [time, another] = parts.filter((part) => part.startsWith('t='));
  if (time === undefined || another !== undefined || !/^t=\d{1,12}$/.test(time)) return null;
  const signatures = parts.filter((part) => part.startsWith('v1='));
  return signatures.length > 0 && !signatures.includes('v1=') ? Number(time.slice(2)) : null;
}

function isSignedWith(secret: string, carried: Uint8Array, header: string): boolean {
  try {
    // Tolerance 0 leaves the age to us.
    return Stripe.webhooks.signature?.verifyHeader(carried, header, secret, 0, exactBytes) ?? false;
  } catch {
    return false;
  }
}
