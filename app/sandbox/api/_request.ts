import { after } from 'next/server';
import type { Afterwards, ApiAnswer, ApiRequest } from '@/lib/billing/lab';

const mostBytes = 64 * 1024;

/** What the interface takes of a request. A body that is no JSON, or too long, is undefined. */
export async function readApiRequest(request: Request): Promise<ApiRequest> {
  return {
    authorization: request.headers.get('authorization'),
    idempotencyKey: request.headers.get('idempotency-key'),
    body: await readBody(request),
  };
}

export function respond({ httpStatus, headers, body }: ApiAnswer): Response {
  return Response.json(body, { status: httpStatus, headers: { ...headers, 'cache-control': 'no-store' } });
}

export const afterwards: Afterwards = (work) => after(work);

async function readBody(request: Request): Promise<unknown> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) return undefined;
  const text = await request.text();
  if (text.length > mostBytes) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
