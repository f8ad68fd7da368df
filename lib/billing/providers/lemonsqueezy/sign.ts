import { hmacHex } from '../signature';

/** The headers with which Lemon Squeezy would send these bytes. It signs neither a time nor an event id. */
export function sign(delivery: {
  rawBody: Uint8Array;
  secret: string;
  at: Date;
  eventId: string;
}): Record<string, string> {
  return { 'x-signature': hmacHex(delivery.secret, delivery.rawBody) };
}
