import type { Delivery, Verification, VerifyOptions } from '../provider';
import { ageFailure, equalInConstantTime, hmacHex } from '../signature';

/**
 * `paddle-signature` is `ts=<seconds>;h1=<hex>`, with several `h1` while a secret is rotated: the HMAC-SHA256 of
 * `<ts>:` and the exact bytes. Checked here because Paddle's SDK reads the last `h1` only, compares in variable time,
 * refuses after five seconds, and accepts any time in the future.
 * @see https://developer.paddle.com/webhooks/signature-verification
 */
export async function verify({ rawBody, headers }: Delivery, { secrets, now }: VerifyOptions): Promise<Verification> {
  const active = secrets.filter((secret) => secret !== '');
  if (active.length === 0) return { ok: false, reason: 'no_secret' };

  const header = headers['paddle-signature']?.trim();
  if (!header) return { ok: false, reason: 'missing_signature' };
  const signed = readHeader(header);
  if (signed === null) return { ok: false, reason: 'malformed_signature' };

  const own = active.map((secret) => hmacHex(secret, `${signed.at}:`, rawBody));
  const isOurs = signed.signatures.some((signature) => own.some((hex) => equalInConstantTime(signature, hex)));
  if (!isOurs) return { ok: false, reason: 'wrong_signature' };

  const failure = ageFailure(Number(signed.at), now);
  return failure === null ? { ok: true, eventId: null } : { ok: false, reason: failure };
}

interface SignatureHeader {
  /** As it is written: these characters are part of what is signed. */
  at: string;
  signatures: [string, ...string[]];
}

/** Null unless there is exactly one time and at least one signature of the right shape. Other parts are skipped. */
function readHeader(header: string): SignatureHeader | null {
  const parts = header.split(';').map((part) => part.trim());
  const times = valuesOf(parts, 'ts=');
  const [at] = times;
  const [first, ...others] = valuesOf(parts, 'h1=').filter((value) => /^[0-9a-f]{64}$/.test(value));
  if (at === undefined || times.length > 1 || !/^\d{1,12}$/.test(at) || first === undefined) return null;
  return { at, signatures: [first, ...others] };
}

function valuesOf(parts: readonly string[], prefix: string): string[] {
  return parts.filter((part) => part.startsWith(prefix)).map((part) => part.slice(prefix.length));
}
