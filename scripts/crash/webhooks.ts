import { readBytes } from '@/app/api/_read-bytes';
import type { BillingContext } from '@/lib/billing/context';
import { receiveWebhook } from '@/lib/billing/webhooks/receive';

/** What the endpoint's route does, on a context that stops at its steps. */
export async function receive(
  context: BillingContext,
  request: Request,
  { params }: { params: Promise<{ provider: string }> },
): Promise<Response> {
  const { provider } = await params;
  const rawBody = await readBytes(request, 1024 * 1024);
  if (rawBody === null) return Response.json({ status: 'body_too_large' }, { status: 413 });
  const headers = Object.fromEntries(request.headers);
  const { httpStatus, status } = await receiveWebhook(context, provider, { rawBody, headers });
  return Response.json({ status }, { status: httpStatus });
}
