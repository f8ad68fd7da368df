import { after } from 'next/server';
import type { Afterwards, ApiAnswer, ApiRequest } from '@/lib/billing/lab';
import { readBytes } from '../../api/_read-bytes';

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
  const bytes = await readBytes(request, mostBytes);
  if (bytes === null) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
