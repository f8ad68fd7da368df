import type { Delivery, Verification, VerifyOptions } from '../provider';
import { equalInConstantTime, hmacHex } from '../signature';

/**
 * `x-signature` is the hex HMAC-SHA256 of the exact bytes. No time is signed, so a captured delivery verifies for ever;
 * the inbox knows it again by its bytes.
 * @see https://docs.lemonsqueezy.com/help/webhooks/signing-requests
 */
export async function verify({ rawBody, headers }: Delivery, { secrets }: VerifyOptions): Promise<Verification> {
  const active = secrets.filter((secret) => secret !== '');
  if (active.length === 0) return { ok: false, reason: 'no_secret' };

  const header = headers['x-signature']?.trim();
  if (!header) return { ok: false, reason: 'missing_signature' };
  if (!/^[0-9a-f]{64}$/i.test(header)) return { ok: false, reason: 'malformed_signature' };

  const signature = header.toLowerCase();
  const isOurs = active.some((secret) => equalInConstantTime(signature, hmacHex(secret, rawBody)));
  return isOurs ? { ok: true, eventId: null } : { ok: false, reason: 'wrong_signature' };
}
