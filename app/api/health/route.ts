import { getHealth } from '@/lib/billing/operations';

export const runtime = 'nodejs';
export const dynamic = 'force-dynamic';

/** For probes: 200 while the product can serve, 503 when it cannot. */
export async function GET(): Promise<Response> {
  const health = await getHealth();
  const httpStatus = health.status === 'down' ? 503 : 200;
  return Response.json(health, { status: httpStatus, headers: { 'cache-control': 'no-store' } });
}
