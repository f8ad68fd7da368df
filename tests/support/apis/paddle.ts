import { chargeThroughPaddle } from './paddle-cards';
import { sellThroughPaddle } from './paddle-sales';
import { type ApiServer, either, startApi } from './server';
import { pageAfter, type Thing, thingOf, type World } from './world';

const resources: Record<string, string> = {
  '/subscriptions': 'subscription',
  '/transactions': 'transaction',
  '/adjustments': 'adjustment',
  '/customers': 'customer',
};

/** Takes in what an event of Paddle's shows. What an event says of its own delivery is no part of it. */
export function showPaddle(world: World, body: Thing): void {
  const { transaction_id: _, ...subscription } = thingOf(body.data);
  const kind = String(body.event_type).split('.')[0] ?? '';
  // Only the event that tells of its creation names a subscription's transaction.
  world.put(kind, kind === 'subscription' ? subscription : thingOf(body.data));
}

/** https://developer.paddle.com/api-reference/about/pagination: lists by cursor, ordered by id. */
export function startPaddle(world: World): Promise<ApiServer> {
  return startApi(
    ({ pathname, searchParams: query }) => {
      const kind = resources[pathname];
      if (kind) return { body: listOf(world.all(kind), query) };
      const [, list = '', id = ''] = /^(\/[a-z]+)\/([^/]+)$/.exec(pathname) ?? [];
      const thing = world.get(resources[list] ?? '', id);
      return thing && { body: { data: thing, meta: { request_id: 'req_1' } } };
    },
    (status) => ({ error: { type: 'request_error', code: 'refused', detail: `Refused with ${status}` } }),
    either(sellThroughPaddle(world), chargeThroughPaddle(world)),
  );
}

function listOf(things: Thing[], query: URLSearchParams) {
  const statuses = query.get('status')?.split(',') ?? null;
  const updated = Date.parse(query.get('updated_at[GTE]') ?? '1970-01-01');
  const subscription = query.get('subscription_id');
  const found = things.filter(
    (thing) =>
      (statuses === null || statuses.includes(String(thing.status))) &&
      Date.parse(String(thing.updated_at ?? thing.created_at)) >= updated &&
      (subscription === null || thing.subscription_id === subscription),
  );
  const ascending = found.sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
  const sorted = query.get('order_by') === 'id[DESC]' ? ascending.reverse() : ascending;
  const { data, hasMore } = pageAfter(sorted, query.get('after'));
  const pagination = { per_page: data.length, next: 'https://', has_more: hasMore, estimated_total: found.length };
  return { data, meta: { request_id: 'req_1', pagination } };
}
