import { sellThroughLemonSqueezy } from './lemonsqueezy-sales';
import { type ApiServer, startApi } from './server';
import { newestFirst, pageNumbered, type Thing, thingOf, type World } from './world';

const resources = new Set(['subscriptions', 'orders', 'subscription-invoices', 'customers']);

/** Takes in what an event of Lemon Squeezy's shows. Custom data is its message's and no part of the object. */
export function showLemonSqueezy(world: World, body: Thing): void {
  const { id, type, attributes } = thingOf(body.data);
  world.put(String(type), { id: String(id), type, attributes });
}

/** https://docs.lemonsqueezy.com/api: JSON:API, lists from new to old by page number. */
export function startLemonSqueezy(world: World): Promise<ApiServer> {
  return startApi(
    ({ pathname, searchParams: query }) => {
      const [, kind = '', id] = /^\/v1\/([a-z-]+)(?:\/([^/]+))?$/.exec(pathname) ?? [];
      if (!resources.has(kind)) return null;
      if (id === undefined) return { body: listOf(world.all(kind), query) };
      const thing = world.get(kind, id);
      return thing && { body: { jsonapi: { version: '1.0' }, data: thing } };
    },
    (status) => ({ errors: [{ status: String(status), title: 'Refused' }] }),
    sellThroughLemonSqueezy(world),
  );
}

function listOf(things: Thing[], query: URLSearchParams) {
  const subscription = query.get('filter[subscription_id]');
  const store = query.get('filter[store_id]');
  const found = things.filter((thing) => {
    const attributes = thingOf(thing.attributes);
    return (
      (subscription === null || String(attributes.subscription_id) === subscription) &&
      (store === null || String(attributes.store_id) === store)
    );
  });
  const number = Number(query.get('page[number]') ?? 1);
  const { data, pages } = pageNumbered(
    newestFirst(found, ({ attributes }) => thingOf(attributes).created_at),
    number,
  );
  const page = { currentPage: number, from: 1, lastPage: pages, perPage: 3, to: data.length, total: found.length };
  return { meta: { page }, jsonapi: { version: '1.0' }, data };
}
