/** How much more than allowed is taken in, to be thrown away. */
const patience = 32;

/**
 * Reads a body as the bytes that came in; null when they are more than `maxBytes`. What is too much is read on without
 * being kept, within bounds: a sender that is cut off in the middle does not hear why. Never throws.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array | null> {
  if (Number(request.headers.get('content-length')) > maxBytes * patience) return null;
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.byteLength;
      if (length <= maxBytes) chunks.push(chunk);
      if (length > maxBytes * patience) break;
    }
  } catch {
    // The sender has gone. Nobody waits for an answer, and no signature fits a part of a body.
  }
  return length > maxBytes ? null : Buffer.concat(chunks);
}
