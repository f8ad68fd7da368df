import { z } from 'zod';
import { getCheckout } from '@/lib/billing';
import { findSession } from '../../../_session';

const checkoutId = z.string().min(1).max(200);

/** How far a checkout of the session's team is: `{ "state": "open" | "pending" | "failed" | "expired" | "paid" }`. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const session = await findSession();
  const id = checkoutId.safeParse((await params).id);
  const checkout = session && id.success ? await getCheckout(session.teamId, id.data) : null;
  const headers = { 'cache-control': 'no-store' };
  if (!checkout) return Response.json({ error: 'checkout_not_found' }, { status: 404, headers });
  return Response.json({ state: checkout.state }, { headers });
}
