import type Stripe from 'stripe';
import {
  askedAt,
  daysBefore,
  type Fetched,
  type Page,
  type ProviderReader,
  type Question,
  type ReaderSettings,
  type ToldObject,
  type Window,
} from '../reader';
import { patiently, requestTimeoutMs } from '../request';
import { failureOf, stripeClient } from './client';
import { type Telling, tellCheckout, tellDispute, tellIntent, tellInvoice, tellRefund, tellSubscription } from './told';

/** How far back a list is read: before that nothing of it changes any more. Days. */
const lookBack = { checkouts: 14, invoices: 60, intents: 14, refunds: 40, disputes: 180 };
const perPage = 100;

interface List<T> {
  list(client: Stripe, window: Window, page: { limit: number; starting_after?: string }): Promise<Stripe.ApiList<T>>;
  tell(object: T, telling: Telling): ToldObject[];
}

/** Reads Stripe's interface through its SDK, at the SDK's own API version. */
export function stripeReader(settings: ReaderSettings): ProviderReader {
  const client = stripeClient({ ...settings, timeoutMs: requestTimeoutMs });
  const asking: Asking = {
    client,
    telling: (window) => ({ at: askedAt(settings.now()), environment: settings.environment, window }),
    ask: (request) => patiently({ provider: 'stripe', now: settings.now, wait: settings.wait, failureOf }, request),
  };
  return {
    name: 'stripe',
    lists: ['subscriptions', 'checkouts', 'invoices', 'intents', 'refunds', 'disputes'],
    page: (list, window, cursor) => readPage(asking, { list, window, cursor }),
    lookUp: (question) => answer(asking, question),
  };
}

interface Asking {
  client: Stripe;
  telling(window: Window | null): Telling;
  ask<T>(request: () => Promise<T>): Promise<T>;
}

function readPage(
  asking: Asking,
  { list, window, cursor }: { list: string; window: Window; cursor: string | null },
): Promise<Page> {
  const { since, until } = window;
  const createdWithin = (days: number) => ({ created: { gte: seconds(daysBefore(since, days)), lte: seconds(until) } });
  const read = <T extends { id: string }>(one: List<T>) => follow(asking, one, { window, cursor });
  switch (list) {
    case 'subscriptions':
      // Nothing tells which ones changed, so all of them are read.
      return read({
        list: ({ subscriptions }, _, page) => subscriptions.list({ status: 'all', ...page }),
        tell: tellSubscription,
      });
    case 'checkouts':
      return read({
        list: ({ checkout }, _, page) =>
          checkout.sessions.list({
            ...{ status: 'complete', ...createdWithin(lookBack.checkouts), ...page },
            expand: ['data.payment_intent.latest_charge'],
          }),
        tell: tellCheckout,
      });
    case 'invoices':
      return read({
        list: ({ invoices }, _, page) =>
          invoices.list({ ...createdWithin(lookBack.invoices), ...page, expand: ['data.payments'] }),
        tell: tellInvoice,
      });
    case 'intents':
      return read({
        list: ({ paymentIntents }, _, page) => paymentIntents.list({ ...createdWithin(lookBack.intents), ...page }),
        tell: tellIntent,
      });
    case 'refunds':
      return read({
        list: ({ refunds }, _, page) =>
          refunds.list({ ...createdWithin(lookBack.refunds), ...page, expand: ['data.charge'] }),
        tell: tellRefund,
      });
    case 'disputes':
      return read({
        list: ({ disputes }, _, page) => disputes.list({ ...createdWithin(lookBack.disputes), ...page }),
        tell: tellDispute,
      });
    default:
      throw new Error(`Stripe has no list ${list}.`);
  }
}

async function follow<T extends { id: string }>(
  { client, telling, ask }: Asking,
  { list, tell }: List<T>,
  { window, cursor }: { window: Window; cursor: string | null },
): Promise<Page> {
  const about = telling(window);
  const page = { limit: perPage, ...(cursor === null ? {} : { starting_after: cursor }) };
  const { data, has_more } = await ask(() => list(client, window, page));
  const last = data.at(-1);
  return { told: data.flatMap((object) => tell(object, about)), next: has_more && last ? last.id : null };
}

async function answer(asking: Asking, question: Question): Promise<Fetched> {
  const { client, ask, telling } = asking;
  switch (question.kind) {
    case 'checkout_lines':
      return {
        lineItems: await all(asking, (page) => client.checkout.sessions.listLineItems(question.purchaseKey, page)),
      };
    case 'invoice_lines':
      return { invoiceLines: await all(asking, (page) => client.invoices.listLineItems(question.renewalKey, page)) };
    case 'saved_payment_method': {
      const { providerSetupId: setup } = question;
      const expand = { expand: ['payment_method'] };
      return { setupIntent: await ask(() => client.setupIntents.retrieve(setup, expand)) };
    }
    case 'subscription':
    case 'cycle':
    case 'cycles': {
      const about = telling(null);
      const { providerSubscriptionId: id } = question;
      const subscription = await ask(() => client.subscriptions.retrieve(id));
      const invoices = question.kind === 'cycles' ? await readInvoices(asking, id, question.since) : [];
      const told = [...tellSubscription(subscription, about), ...invoices.flatMap((one) => tellInvoice(one, about))];
      return { askedAt: about.at, told: told.map(({ body }) => body) };
    }
    default:
      return question satisfies never;
  }
}

/** An invoice is made up to a billing cycle after what it follows, and paid later still. */
function readInvoices(asking: Asking, subscription: string, since: string | null): Promise<Stripe.Invoice[]> {
  const created = since === null ? {} : { created: { gte: seconds(daysBefore(new Date(since), lookBack.invoices)) } };
  return all(asking, (page) =>
    asking.client.invoices.list({ subscription, ...created, ...page, expand: ['data.payments'] }),
  );
}

async function all<T extends { id: string }>(
  { ask }: Asking,
  list: (page: { limit: number; starting_after?: string }) => Promise<Stripe.ApiList<T>>,
): Promise<T[]> {
  const found: T[] = [];
  for (;;) {
    const last = found.at(-1);
    const { data, has_more } = await ask(() => list({ limit: perPage, ...(last ? { starting_after: last.id } : {}) }));
    found.push(...data);
    if (!has_more || data.length === 0) return found;
  }
}

function seconds(at: Date): number {
  return Math.floor(at.getTime() / 1000);
}
