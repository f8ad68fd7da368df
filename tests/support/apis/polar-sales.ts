import { randomUUID } from 'node:crypto';
import type { Act, Answer } from './server';
import { thingOf, type World } from './world';

/** https://docs.polar.sh/api-reference: checkout and customer sessions, revocation, receipts. */
export function sellThroughPolar(world: World): Act {
  return ({ method, url, text }) => {
    const pathname = url.pathname.replace(/\/$/, '');
    if (method === 'POST' && pathname === '/v1/checkouts') return openCheckout();
    if (method === 'POST' && pathname === '/v1/customer-sessions')
      return openPortal(world, String(thingOf(JSON.parse(text)).customer_id));
    if (method === 'DELETE' && pathname.startsWith('/v1/subscriptions/')) return revoke(world, pathname.slice(18));
    const [, order] = /^\/v1\/orders\/([^/]+)\/receipt$/.exec(pathname) ?? [];
    if (order === undefined) return null;
    const receipt = world.get('receipt', order);
    return receipt ? { body: { url: receipt.url } } : { status: 404, body: { error: 'ResourceNotFound', detail: '' } };
  };
}

function openCheckout(): Answer {
  const id = randomUUID();
  const expires_at = new Date(Date.now() + 86_400_000).toISOString();
  return { status: 201, body: { id, status: 'open', url: `https://sandbox.polar.sh/checkout/${id}`, expires_at } };
}

function openPortal(world: World, customerId: string): Answer {
  if (!world.get('customer', customerId)) {
    const detail = [{ type: 'value_error', loc: ['body', 'customer_id'], msg: 'Customer does not exist.' }];
    return { status: 422, body: { error: 'RequestValidationError', detail } };
  }
  const customer_portal_url = `https://sandbox.polar.sh/acme/portal?customer_session_token=${randomUUID()}`;
  return { status: 201, body: { id: randomUUID(), customer_portal_url } };
}

function revoke(world: World, id: string): Answer {
  const held = world.get('subscription', id);
  if (held?.ended_at)
    return { status: 403, body: { error: 'AlreadyCanceledSubscription', detail: 'This subscription is revoked.' } };
  const ended = { id, status: 'canceled', ended_at: new Date().toISOString() };
  world.put('subscription', ended);
  return { body: { ...held, ...ended } };
}
