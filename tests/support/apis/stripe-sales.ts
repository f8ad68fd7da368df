import { randomUUID } from 'node:crypto';
import type { Act, Answer } from './server';
import type { Thing, World } from './world';

/**
 * https://docs.stripe.com/api: Checkout Sessions, portal sessions and cancellation, in form encoding. A customer is known
 * when the world has one; an idempotency key gives its first answer again, and refuses another request.
 */
export function sellThroughStripe(world: World): Act {
  const answered = new Map<string, { text: string; answer: Answer }>();
  return ({ method, url: { pathname }, headers, text }) => {
    const form = new URLSearchParams(text);
    if (method === 'POST' && pathname === '/v1/checkout/sessions') {
      const key = String(headers['idempotency-key']);
      const before = answered.get(key);
      if (before && before.text !== text) return refuse({ type: 'idempotency_error' });
      const answer = before?.answer ?? openSession(world, form);
      answered.set(key, { text, answer });
      return answer;
    }
    const [, id = ''] = /^\/v1\/checkout\/sessions\/([^/]+)\/expire$/.exec(pathname) ?? [];
    if (method === 'POST' && id !== '') return expireSession(world, id);
    if (method === 'POST' && pathname === '/v1/billing_portal/sessions') return openPortal(world, form);
    if (method === 'DELETE' && pathname.startsWith('/v1/subscriptions/')) return cancel(world, pathname.slice(18));
    return null;
  };
}

function openSession(world: World, form: URLSearchParams): Answer {
  const customer = form.get('customer');
  if (customer !== null && !world.get('customer', customer)) return missing('customer');
  if (form.get('line_items[0][price]')?.startsWith('price_gone')) return missing('line_items[0][price]');
  const id = `cs_test_${randomUUID().replaceAll('-', '')}`;
  const created = Math.floor(Date.now() / 1000);
  const session = { id, object: 'checkout.session', status: 'open', mode: form.get('mode'), customer, created };
  world.put('checkout.session', session);
  const url = `https://checkout.stripe.com/c/pay/${id}`;
  return { body: { ...session, url, expires_at: created + 86_400 } };
}

function expireSession(world: World, id: string): Answer {
  const session = world.get('checkout.session', id);
  if (session?.status !== 'open') return refuse({ message: 'Only Checkout Sessions that are open can be expired.' });
  world.put('checkout.session', { id, status: 'expired' });
  return { body: { ...session, status: 'expired', url: null } };
}

function openPortal(world: World, form: URLSearchParams): Answer {
  if (!world.get('customer', form.get('customer') ?? '')) return missing('customer');
  const id = `bps_${randomUUID()}`;
  return { body: { id, object: 'billing_portal.session', url: `https://billing.stripe.com/p/session/${id}` } };
}

function cancel(world: World, id: string): Answer {
  const held = world.get('subscription', id);
  if (!held || held.status === 'canceled') return missing('id', 404);
  world.put('subscription', { id, status: 'canceled' });
  return { body: { ...held, status: 'canceled' } };
}

function missing(param: string, status = 400): Answer {
  return refuse({ code: 'resource_missing', param, message: `No such ${param}` }, status);
}

function refuse(error: Thing, status = 400): Answer {
  return { status, body: { error: { type: 'invalid_request_error', ...error } } };
}
