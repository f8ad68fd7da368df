import { z } from 'zod';

export interface OutgoingDelivery {
  /** The full address of a webhook endpoint. */
  url: string;
  rawBody: Uint8Array;
  /** The signature's; the content type is added. */
  headers: Record<string, string>;
}

export interface DeliveryAnswer {
  /** 0 when no answer came: refused, cut off, or later than somebody waits. */
  httpStatus: number;
  /** What the endpoint says it did: `applied`, `duplicate`, `parked` and so on; else `unknown` or `no_answer`. */
  status: string;
  durationMs: number;
}

const timeoutMs = 10_000;
const answerSchema = z.object({ status: z.string().max(100) });

/** Posts a signed delivery as a provider does: no redirect is followed, and ten seconds are the most unless told. Never throws. */
export async function deliver(
  { url, rawBody, headers }: OutgoingDelivery,
  patienceMs = timeoutMs,
): Promise<DeliveryAnswer> {
  const startedAt = performance.now();
  const answered = (httpStatus: number, status: string) => ({
    httpStatus,
    status,
    durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
  });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: Buffer.from(rawBody),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    });
    const answer = answerSchema.safeParse(readJson(await response.text()));
    return answered(response.status, answer.success ? answer.data.status : 'unknown');
  } catch {
    return answered(0, 'no_answer');
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
