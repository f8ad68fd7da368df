import { randomUUID } from 'node:crypto';
import type { Act, Answer } from './server';
import { thingOf, type World } from './world';

/**
 * https://developer.paddle.com/api-reference/subscriptions/create-one-time-charge: it knows no idempotency key, and answers with
 * the subscription, whose `card` says what happens: `declined` is, `lost` pays and its answer never comes, all others pay.
 */
export function chargeThroughPaddle(world: World): Act {
  return ({ method, url: { pathname }, text }) => {
    const [, id] = /^\/subscriptions\/([^/]+)\/charge$/.exec(pathname) ?? [];
    return method === 'POST' && id !== undefined ? charge(world, id, text) : null;
  };
}

function charge(world: World, id: string, text: string): Answer {
  const held = world.get('subscription', id);
  if (!held) return refuse(404, 'not_found');
  if (held.card === 'declined') return refuse(400, 'subscription_payment_declined');
  const { items } = thingOf(JSON.parse(text));
  const created_at = new Date().toISOString();
  world.put('transaction', {
    id: `txn_${randomUUID().replaceAll('-', '').slice(0, 26)}`,
    ...{ status: 'completed', origin: 'subscription_charge', subscription_id: id, created_at },
    items: (Array.isArray(items) ? items : []).map((item) => ({ price: { id: thingOf(item).price_id }, quantity: 1 })),
  });
  return held.card === 'lost' ? refuse(504, 'gateway_timeout') : { body: { data: held } };
}

function refuse(status: number, code: string): Answer {
  return { status, body: { error: { type: 'request_error', code, detail: 'Refused' } } };
}
