import { z } from 'zod';
import { type ApiObject, type Ask, answerOfOne, askFor, objects } from '../listing';
import {
  askedAt,
  daysBefore,
  type Fetched,
  isBefore,
  type Page,
  type ProviderReader,
  type Question,
  type ReaderSettings,
  type ToldObject,
  type Window,
} from '../reader';
import { ProviderApiError } from '../request';
import { attributesOf, tellInvoice, tellOrder, tellSubscription } from './told';

/** Lists cannot be asked for what changed; before that nothing of an order or invoice changes any more. Days. */
const lookBack = 120;

const listed = z.object({
  data: objects,
  meta: z.object({ page: z.object({ currentPage: z.number().int(), lastPage: z.number().int() }) }),
});

/**
 * Reads Lemon Squeezy's interface. Its SDK knows one fixed address, so the requests are made here.
 * @see https://docs.lemonsqueezy.com/api/getting-started/requests
 */
export function lemonsqueezyReader(settings: ReaderSettings): ProviderReader {
  const headers = { accept: 'application/vnd.api+json' };
  const ask = askFor({ provider: 'lemonsqueezy', baseUrl: 'https://api.lemonsqueezy.com', headers }, settings);
  const ofStore: Record<string, string> = settings.account === null ? {} : { 'filter[store_id]': settings.account };
  return {
    name: 'lemonsqueezy',
    lists: ['subscriptions', 'orders', 'subscription-invoices'],
    page: (list, window, cursor) => readPage(ask, { list, window, cursor, filter: ofStore }),
    lookUp: (question) => answer(ask, question, settings.now()),
  };
}

interface Listing {
  list: string;
  window: Window | null;
  cursor: string | null;
  filter: Record<string, string>;
}

/** Lists go from new to old. By status they would lose what changes it between two pages, so that is looked at here. */
async function readPage(ask: Ask, { list, window, cursor, filter }: Listing): Promise<Page> {
  const query = { ...filter, 'page[size]': '100', 'page[number]': cursor ?? '1' };
  const { data, meta } = await ask(`/v1/${list}`, query, listed);
  const horizon = window && list !== 'subscriptions' ? daysBefore(window.since, lookBack) : new Date(0);
  const last = data.at(-1);
  const isOver =
    meta.page.currentPage >= meta.page.lastPage || !last || isBefore(attributesOf(last).created_at, horizon);
  return {
    told: data.flatMap((object) => tellerOf(list)(object, window)),
    next: isOver ? null : String(meta.page.currentPage + 1),
  };
}

function tellerOf(list: string): (object: ApiObject, window: Window | null) => ToldObject[] {
  if (list === 'subscriptions') return tellSubscription;
  if (list === 'orders') return tellOrder;
  if (list === 'subscription-invoices') return tellInvoice;
  throw new Error(`Lemon Squeezy has no list ${list}.`);
}

async function answer(ask: Ask, question: Question, now: Date): Promise<Fetched> {
  const at = askedAt(now);
  switch (question.kind) {
    case 'subscription':
    case 'cycle': {
      const subscription = await readSubscription(ask, question.providerSubscriptionId);
      return { askedAt: at, subscription, told: bodies(tellSubscription(subscription)) };
    }
    case 'cycles': {
      const subscription = await readSubscription(ask, question.providerSubscriptionId);
      const invoices = await readInvoices(ask, question.providerSubscriptionId);
      return { askedAt: at, subscription, told: bodies([...tellSubscription(subscription), ...invoices]) };
    }
    case 'checkout_lines':
    case 'invoice_lines':
    case 'saved_payment_method':
      throw ProviderApiError.unreadable('lemonsqueezy', 'lines, which its interface does not have');
    default:
      return question satisfies never;
  }
}

async function readSubscription(ask: Ask, id: string): Promise<ApiObject> {
  return (await ask(`/v1/subscriptions/${encodeURIComponent(id)}`, {}, answerOfOne)).data;
}

async function readInvoices(ask: Ask, subscriptionId: string): Promise<ToldObject[]> {
  const told: ToldObject[] = [];
  for (let cursor: string | null = '1'; cursor !== null; ) {
    const filter = { 'filter[subscription_id]': subscriptionId };
    const page: Page = await readPage(ask, { list: 'subscription-invoices', window: null, cursor, filter });
    told.push(...page.told);
    cursor = page.next;
  }
  return told;
}

function bodies(told: readonly ToldObject[]): Record<string, unknown>[] {
  return told.map(({ body }) => body);
}
