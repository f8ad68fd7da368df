import { after } from 'next/server';
import { receiveWebhook, type WebhookAnswer } from '@/lib/billing';
import { readBytes } from '../../_read-bytes';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

const maxBytes = 1024 * 1024;

type Params = { params: Promise<{ provider: string }> };

/** Raw bytes in, status out. What an answer means to a provider is decided by `receiveWebhook`. */
export async function POST(request: Request, { params }: Params): Promise<Response> {
  const { provider } = await params;
  const rawBody = await readBytes(request, maxBytes);
  if (rawBody === null) return answer(413, 'body_too_large');
  const headers = Object.fromEntries(request.headers);
  const { httpStatus, status }: WebhookAnswer = await receiveWebhook(provider, { rawBody, headers }, after);
  return answer(httpStatus, status);
}

function answer(httpStatus: number, status: string): Response {
  return Response.json({ status }, { status: httpStatus });
}

function refuseMethod(): Response {
  return Response.json({ status: 'method_not_allowed' }, { status: 405, headers: { allow: 'POST' } });
}

export {
  refuseMethod as DELETE,
  refuseMethod as GET,
  refuseMethod as HEAD,
  refuseMethod as OPTIONS,
  refuseMethod as PATCH,
  refuseMethod as PUT,
};
