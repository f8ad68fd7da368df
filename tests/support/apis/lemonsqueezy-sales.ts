import { randomUUID } from 'node:crypto';
import type { Act, Answer } from './server';
import { thingOf, type World } from './world';

const mediaType = 'application/vnd.api+json';

/** https://docs.lemonsqueezy.com/api: JSON:API, which takes no other media type. */
export function sellThroughLemonSqueezy(world: World): Act {
  return ({ method, url: { pathname }, headers, text }) => {
    if (method !== 'GET' && headers['content-type'] !== mediaType) return refuse(415, 'Unsupported media type');
    if (method === 'POST' && pathname === '/v1/checkouts') return openCheckout(text);
    if (method === 'DELETE' && pathname.startsWith('/v1/subscriptions/')) return cancel(world, pathname.slice(18));
    return null;
  };
}

function openCheckout(text: string): Answer {
  const { type, attributes, relationships } = thingOf(thingOf(JSON.parse(text)).data);
  const { store, variant } = thingOf(relationships);
  if (type !== 'checkouts' || !store || !variant) return refuse(422, 'The given data was invalid.');
  const { expires_at, test_mode } = thingOf(attributes);
  const id = randomUUID();
  const url = `https://acme.lemonsqueezy.com/checkout/custom/${id}?signature=s`;
  return { status: 201, body: { data: { type, id, attributes: { url, expires_at, test_mode } } } };
}

function cancel(world: World, id: string): Answer {
  const held = world.get('subscriptions', id);
  if (!held) return refuse(404, 'Not Found');
  const attributes = { ...thingOf(held.attributes), status: 'cancelled', cancelled: true };
  world.put('subscriptions', { id, attributes });
  return { body: { data: { ...held, attributes } } };
}

function refuse(status: number, detail: string): Answer {
  return { status, body: { errors: [{ status: String(status), title: 'Refused', detail }] } };
}
