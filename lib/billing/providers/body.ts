/** Reads a verified body: UTF-8, JSON, an object. Never throws. */
export type BodyReading =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; reason: 'not_utf8' | 'not_json' | 'not_an_object' };

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

export function readJsonBody(rawBody: Uint8Array): BodyReading {
  let text: string;
  try {
    text = utf8.decode(rawBody);
  } catch {
    return { ok: false, reason: 'not_utf8' };
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return { ok: false, reason: 'not_an_object' };
    return { ok: true, value: value as Record<string, unknown> };
  } catch {
    return { ok: false, reason: 'not_json' };
  }
}
