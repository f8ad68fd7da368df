import { randomUUID } from 'node:crypto';
import type { Act, Answer } from './server';
import { thingOf, type World } from './world';

/**
 * https://docs.polar.sh/api-reference/orders/finalize: a draft order costs nothing, and goes through once. The customer's card
 * says what happens: `declined` is, `lost` pays and its answer never comes, all others pay.
 */
export function chargeThroughPolar(world: World): Act {
  return ({ method, url, text }) => {
    const pathname = url.pathname.replace(/\/$/, '');
    if (method === 'POST' && pathname === '/v1/orders') return draft(world, text);
    const [, id] = /^\/v1\/orders\/([^/]+)\/finalize$/.exec(pathname) ?? [];
    return method === 'POST' && id !== undefined ? finalize(world, id) : null;
  };
}

function draft(world: World, text: string): Answer {
  const order = { id: randomUUID(), status: 'draft', ...thingOf(JSON.parse(text)) };
  world.put('order', order);
  return { status: 201, body: order };
}

function finalize(world: World, id: string): Answer {
  const order = world.get('order', id);
  if (!order) return refuse(404, 'ResourceNotFound');
  if (order.status !== 'draft') return refuse(412, 'OrderNotDraft');
  const card = world.get('customer', String(order.customer_id))?.card;
  if (card === 'declined') return refuse(402, 'PaymentFailed');
  const paid = { ...order, status: 'paid' };
  world.put('order', paid);
  return card === 'lost' ? refuse(502, 'BadGateway') : { body: paid };
}

function refuse(status: number, error: string): Answer {
  return { status, body: { error, detail: 'Refused' } };
}
