import { hmacHex } from '../signature';

/**
 * The header that Stripe would send with this body at this time.
 * Scheme: https://docs.stripe.com/webhooks/signature#verify-manually
 */
export function sign({
  rawBody,
  secret,
  at,
}: {
  rawBody: Uint8Array;
  secret: string;
  at: Date;
}): Record<string, string> {
  const seconds = Math.floor(at.getTime() / 1000);
  return { 'stripe-signature': `t=${seconds},v1=${hmacHex(secret, `${seconds}.`, rawBody)}` };
}
