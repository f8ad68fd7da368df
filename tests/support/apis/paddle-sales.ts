import { randomUUID } from 'node:crypto';
import type { Act, Answer } from './server';
import { thingOf, type World } from './world';

/** https://developer.paddle.com/api-reference: transactions, portal sessions, cancellation, invoices. */
export function sellThroughPaddle(world: World): Act {
  return ({ method, url: { pathname }, text }) => {
    if (method === 'POST' && pathname === '/transactions') return makeTransaction(world, text);
    const [, customer] = /^\/customers\/([^/]+)\/portal-sessions$/.exec(pathname) ?? [];
    if (method === 'POST' && customer !== undefined) return openPortal(world, customer);
    const [, subscription] = /^\/subscriptions\/([^/]+)\/cancel$/.exec(pathname) ?? [];
    if (method === 'POST' && subscription !== undefined) return cancel(world, subscription);
    const [, transaction] = /^\/transactions\/([^/]+)\/invoice$/.exec(pathname) ?? [];
    if (transaction === undefined) return null;
    const invoice = world.get('invoice', transaction);
    return invoice ? { body: { data: { url: invoice.url } } } : refuse(404, 'not_found');
  };
}

function makeTransaction(world: World, text: string): Answer {
  const { customer_id, checkout } = thingOf(JSON.parse(text));
  if (customer_id !== undefined && world.get('customer', String(customer_id))?.status !== 'active')
    return refuse(400, 'bad_request');
  const id = `txn_${randomUUID().replaceAll('-', '').slice(0, 26)}`;
  const url = `${thingOf(checkout).url}?_ptxn=${id}`;
  return { status: 201, body: { data: { id, status: 'draft', checkout: { url } } } };
}

function openPortal(world: World, customer: string): Answer {
  if (!world.get('customer', customer)) return refuse(404, 'not_found');
  const overview = `https://sandbox-customer-portal.paddle.com/cpl_1?token=${randomUUID()}`;
  return { status: 201, body: { data: { id: 'cpls_1', urls: { general: { overview }, subscriptions: [] } } } };
}

function cancel(world: World, id: string): Answer {
  const held = world.get('subscription', id);
  if (held?.status === 'canceled') return refuse(400, 'subscription_is_canceled_action_invalid');
  world.put('subscription', { id, status: 'canceled' });
  return { body: { data: { ...held, id, status: 'canceled' } } };
}

function refuse(status: number, code: string): Answer {
  return { status, body: { error: { type: 'request_error', code, detail: 'Refused' } } };
}
