import { getCheckout } from '@/lib/billing';
import { idOf } from '../../../_id';
import { findSession } from '../../../_session';

/** How far a checkout of the session's team is: `{ "state": "open" | "pending" | "failed" | "expired" | "paid" }`. */
export async function GET(_request: Request, { params }: { params: Promise<{ id: string }> }): Promise<Response> {
  const session = await findSession();
  const id = idOf((await params).id);
  const checkout = session && id ? await getCheckout(session.teamId, id) : null;
  const headers = { 'cache-control': 'no-store' };
  if (!checkout) return Response.json({ error: 'checkout_not_found' }, { status: 404, headers });
  return Response.json({ state: checkout.state }, { headers });
}
