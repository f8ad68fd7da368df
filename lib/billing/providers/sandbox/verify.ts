import type { Delivery, Verification, VerifyOptions } from '../provider';
import { eventIdOf, isSignedBy, readSignedMessage } from '../standard-webhooks';

/** Checks a sandbox delivery: Standard Webhooks, 300 seconds both ways, over the exact bytes. */
export async function verify(delivery: Delivery, { secrets, now }: VerifyOptions): Promise<Verification> {
  const active = secrets.filter((secret) => secret !== '');
  if (active.length === 0) return { ok: false, reason: 'no_secret' };
  const reading = readSignedMessage(delivery, now);
  if (!reading.ok) return reading;
  const signed = active.some((secret) => isSignedBy(reading.message, secret));
  return signed ? { ok: true, eventId: eventIdOf(reading.message) } : { ok: false, reason: 'wrong_signature' };
}
