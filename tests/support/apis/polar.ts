import { chargeThroughPolar } from './polar-cards';
import { sellThroughPolar } from './polar-sales';
import { type ApiServer, either, startApi } from './server';
import { newestFirst, pageNumbered, type Thing, thingOf, type World } from './world';

const resources: Record<string, string> = {
  '/v1/subscriptions': 'subscription',
  '/v1/orders': 'order',
  '/v1/refunds': 'refund',
  '/v1/disputes': 'dispute',
};

/** Takes in what an event of Polar's shows. */
export function showPolar(world: World, body: Thing): void {
  world.put(String(body.type).split('.')[0] ?? '', thingOf(body.data));
}

/** https://docs.polar.sh/api-reference: lists by page number, in the order that is asked for. */
export function startPolar(world: World): Promise<ApiServer> {
  return startApi(
    ({ pathname, searchParams: query }) => {
      const path = pathname.replace(/\/$/, '');
      const kind = resources[path];
      if (kind) return { body: listOf(world.all(kind), query) };
      const [, list = '', id = ''] = /^(\/v1\/[a-z]+)\/([^/]+)$/.exec(path) ?? [];
      const thing = world.get(resources[list] ?? '', id);
      return thing && { body: thing };
    },
    (status) => ({ error: 'refused', detail: `Refused with ${status}, token polar_oat_secret` }),
    either(sellThroughPolar(world), chargeThroughPolar(world)),
  );
}

function listOf(things: Thing[], query: URLSearchParams) {
  const after = Date.parse(query.get('created_after') ?? '1970-01-01');
  const subscription = query.get('subscription_id');
  const found = things.filter(
    (thing) =>
      Date.parse(String(thing.created_at)) >= after &&
      (subscription === null || thing.subscription_id === subscription),
  );
  const sorted = newestFirst(found, ({ created_at }) => created_at);
  const isNewestFirst = query.get('sorting')?.startsWith('-') ?? true;
  const { data, pages } = pageNumbered(isNewestFirst ? sorted : sorted.reverse(), Number(query.get('page') ?? 1));
  return { items: data, pagination: { total_count: found.length, max_page: pages } };
}
