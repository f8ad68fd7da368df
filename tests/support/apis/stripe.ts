import { type ApiServer, either, startApi } from './server';
import { chargeThroughStripe } from './stripe-cards';
import { sellThroughStripe } from './stripe-sales';
import { newestFirst, pageAfter, type Thing, thingOf, type World } from './world';

const resources: Record<string, string> = {
  '/v1/subscriptions': 'subscription',
  '/v1/checkout/sessions': 'checkout.session',
  '/v1/invoices': 'invoice',
  '/v1/payment_intents': 'payment_intent',
  '/v1/refunds': 'refund',
  '/v1/disputes': 'dispute',
};

/** Takes in what an event of Stripe's shows. */
export function showStripe(world: World, body: Thing): void {
  const shown = thingOf(thingOf(body.data).object);
  // A payload that was changed to be earlier: nothing is made after the event that shows it.
  const object: Thing = { ...shown, created: Math.min(Number(shown.created), Number(body.created)) || shown.created };
  const kind = String(object.object);
  world.put(kind, object);
  if (kind === 'checkout.session' && object.payment_intent)
    world.put('payment', { id: object.payment_intent, created: body.created });
}

/** https://docs.stripe.com/api: lists from new to old by cursor, fields expanded where that is asked for. */
export function startStripe(world: World): Promise<ApiServer> {
  return startApi(
    (url) => answer(world, url),
    (status) => ({ error: { type: 'invalid_request_error', message: `Refused with ${status}, key sk_test_secret` } }),
    either(sellThroughStripe(world), chargeThroughStripe(world)),
  );
}

function answer(world: World, { pathname, searchParams: query }: URL) {
  const kind = resources[pathname];
  if (kind) return { body: listOf(pathname, matching(world.all(kind), query), { world, query }) };
  const [, path = '', id = '', rest] = /^(\/v1\/(?:checkout\/)?[a-z_]+)\/([^/]+)(?:\/([a-z_]+))?$/.exec(pathname) ?? [];
  if (rest === 'line_items')
    return { body: listOf(pathname, linesOf(world.get('lines', id)), { world, query, asIs: true }) };
  if (rest === 'lines')
    return { body: listOf(pathname, linesOf(world.get('lines', id)), { world, query, asIs: true }) };
  const thing = world.get(resources[path] ?? '', id);
  return thing && !rest ? { body: expand(world, thing, query) } : null;
}

function linesOf(lines: Thing | null): Thing[] {
  return Array.isArray(lines?.data) ? lines.data.map(thingOf) : [];
}

function matching(things: Thing[], query: URLSearchParams): Thing[] {
  const from = Number(query.get('created[gte]') ?? 0);
  const to = Number(query.get('created[lte]') ?? Number.MAX_SAFE_INTEGER);
  const status = query.get('status');
  const subscription = query.get('subscription');
  const customer = query.get('customer');
  return things.filter(
    (thing) =>
      Number(thing.created) >= from &&
      Number(thing.created) <= to &&
      (customer === null || thing.customer === customer) &&
      (status === null || status === 'all' || thing.status === status) &&
      (subscription === null || subscriptionOf(thing) === subscription),
  );
}

function subscriptionOf({ parent }: Thing): unknown {
  return parent ? thingOf(thingOf(parent).subscription_details).subscription : null;
}

function listOf(
  url: string,
  things: Thing[],
  { world, query, asIs = false }: { world: World; query: URLSearchParams; asIs?: boolean },
) {
  const sorted = asIs ? things : newestFirst(things, ({ created }) => created);
  const { data, hasMore } = pageAfter(sorted, query.get('starting_after'));
  return { object: 'list', url, has_more: hasMore, data: data.map((thing) => expand(world, thing, query, 'data.')) };
}

/** Without being asked for, an invoice has no payments, and what it refers to is an id. */
function expand(world: World, thing: Thing, query: URLSearchParams, prefix = ''): Thing {
  const asked = [...query].flatMap(([name, value]) => (name.startsWith('expand[') ? [value] : []));
  const isAsked = (path: string) => asked.includes(`${prefix}${path}`);
  const { payments: _, ...shown } = thing;
  if (thing.object === 'invoice' && isAsked('payments')) {
    const settled = world.all('invoice_payment').filter(({ invoice }) => invoice === thing.id);
    return { ...shown, payments: { object: 'list', data: settled, has_more: false } };
  }
  if (thing.object === 'checkout.session' && thing.payment_intent && isAsked('payment_intent.latest_charge')) {
    const { created } = world.get('payment', String(thing.payment_intent)) ?? thing;
    const charge = { id: `ch_of_${thing.payment_intent}`, object: 'charge', created };
    return { ...shown, payment_intent: { id: thing.payment_intent, object: 'payment_intent', latest_charge: charge } };
  }
  if (thing.object === 'refund' && isAsked('charge'))
    return { ...shown, charge: world.get('charge', String(thing.charge)) ?? thing.charge };
  return shown;
}
