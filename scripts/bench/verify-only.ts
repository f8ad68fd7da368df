import { readBytes } from '@/app/api/_read-bytes';
import { getProvider } from '@/lib/billing/providers/registry';
import { billingSettings } from '@/lib/billing/settings';
import { systemClock } from '@/lib/clock';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/** What every webhook endpoint has to do at least: read the bytes, check the signature, answer. */
export async function POST(request: Request, { params }: { params: Promise<{ provider: string }> }): Promise<Response> {
  const { provider } = await params;
  const rawBody = await readBytes(request, 1024 * 1024);
  const secrets = billingSettings().providers.stripe?.webhookSecrets;
  if (provider !== 'stripe' || !secrets || !rawBody) return Response.json({ status: 'refused' }, { status: 404 });
  const delivery = { rawBody, headers: Object.fromEntries(request.headers) };
  const { ok } = await getProvider('stripe').verify(delivery, { secrets, now: systemClock.now() });
  return Response.json({ status: ok ? 'verified' : 'refused' }, { status: ok ? 200 : 400 });
}
