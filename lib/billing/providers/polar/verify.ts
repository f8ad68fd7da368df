import { webhooks } from '@polar-sh/sdk/2026-10';
import type { Delivery, Verification, VerifyOptions } from '../provider';
import { eventIdOf, isSignedBy, readSignedMessage } from '../standard-webhooks';

/**
 * Checks a Polar delivery: Standard Webhooks headers, both forms in which Polar has derived its keys, 300 seconds both
 * ways. The event id is the `webhook-id` header; it is the same on every retry and redelivery.
 *
 * The SDK judges first, so an update of it brings the forms that Polar adds. It reads the machine's clock and the body
 * as text, though, so what it refuses is judged once more over the exact bytes and at the given time.
 */
export async function verify(delivery: Delivery, { secrets, now }: VerifyOptions): Promise<Verification> {
  const active = secrets.filter((secret) => secret !== '');
  if (active.length === 0) return { ok: false, reason: 'no_secret' };
  const reading = readSignedMessage(delivery, now);
  if (!reading.ok) return reading;
  for (const secret of active) {
    if ((await sdkAccepts(delivery, secret)) || isSignedBy(reading.message, secret))
      return { ok: true, eventId: eventIdOf(reading.message) };
  }
  return { ok: false, reason: 'wrong_signature' };
}

/** The SDK checks the signature first: a body that it cannot read, or a type that it does not know, was signed well. */
async function sdkAccepts({ rawBody, headers }: Delivery, secret: string): Promise<boolean> {
  try {
    await webhooks.validateEvent(rawBody, { ...headers }, secret);
    return true;
  } catch (error) {
    return error instanceof webhooks.PolarWebhookError && !(error instanceof webhooks.PolarWebhookVerificationError);
  }
}
