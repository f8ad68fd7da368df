import { randomUUID } from 'node:crypto';
import type { Act, Answer, Sent } from './server';
import { thingOf, type World } from './world';

/**
 * https://docs.stripe.com/api/payment_intents: customers with cards, and payments with one of them while nobody is there. The
 * card says what happens: `pm_declined` is, `pm_lost` pays and its answer never comes, all others pay.
 */
export function chargeThroughStripe(world: World): Act {
  const answered = new Map<string, { text: string; answer: Answer }>();
  return (sent) => {
    const { method, url } = sent;
    const [, customer = '', rest] = /^\/v1\/customers\/([^/]+)(\/payment_methods)?$/.exec(url.pathname) ?? [];
    if (method === 'GET' && customer !== '') return rest ? cardsOf(world, customer) : customerOf(world, customer);
    if (method !== 'POST' || url.pathname !== '/v1/payment_intents') return null;
    const key = String(sent.headers['idempotency-key']);
    const before = answered.get(key);
    if (before && before.text !== sent.text)
      return { status: 400, body: { error: { type: 'idempotency_error', message: 'Other parameters' } } };
    const answer = before?.answer ?? pay(world, sent);
    answered.set(key, { text: sent.text, answer });
    return answer;
  };
}

function customerOf(world: World, id: string): Answer {
  const held = world.get('customer', id);
  if (!held) return missing('id', 404);
  return { body: { object: 'customer', invoice_settings: { default_payment_method: null }, ...held } };
}

function cardsOf(world: World, customer: string): Answer {
  const card = world.get('customer', customer)?.card;
  const data = card ? [{ id: card, object: 'payment_method', type: 'card' }] : [];
  return { body: { object: 'list', url: '/v1/payment_methods', has_more: false, data } };
}

function pay(world: World, { text }: Sent): Answer {
  const form = new URLSearchParams(text);
  if (!world.get('customer', form.get('customer') ?? '')) return missing('customer', 400);
  const card = form.get('payment_method') ?? '';
  const id = `pi_${randomUUID().replaceAll('-', '')}`;
  const intent = {
    ...{ id, object: 'payment_intent', amount: Number(form.get('amount')), customer: form.get('customer') },
    created: Math.floor(Date.now() / 1000),
    status: card === 'pm_declined' ? 'requires_payment_method' : 'succeeded',
    metadata: { checkout_id: form.get('metadata[checkout_id]') },
    last_payment_error: card === 'pm_declined' ? { code: 'card_declined', decline_code: 'insufficient_funds' } : null,
  };
  world.put('payment_intent', intent);
  if (card === 'pm_lost') return { status: 500, body: { error: { type: 'api_error', message: 'Something broke' } } };
  if (card !== 'pm_declined') return { body: intent };
  const error = {
    type: 'card_error',
    ...thingOf(intent.last_payment_error),
    message: 'Declined',
    payment_intent: intent,
  };
  return { status: 402, body: { error } };
}

function missing(param: string, status: number): Answer {
  const error = { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such ${param}` };
  return { status, body: { error } };
}
