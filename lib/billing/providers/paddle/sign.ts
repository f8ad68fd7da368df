import { hmacHex } from '../signature';

/** The headers with which Paddle would send these bytes at that time. The event id is in the body. */
export function sign(delivery: {
  rawBody: Uint8Array;
  secret: string;
  at: Date;
  eventId: string;
}): Record<string, string> {
  const signedAt = String(Math.floor(delivery.at.getTime() / 1000));
  return {
    'paddle-signature': `ts=${signedAt};h1=${hmacHex(delivery.secret, `${signedAt}:`, delivery.rawBody)}`,
  };
}
