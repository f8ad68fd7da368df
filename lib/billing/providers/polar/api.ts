import type { Polar } from '@polar-sh/sdk/2026-10';
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
} from '../reader';
import { ProviderApiError, patiently, requestTimeoutMs } from '../request';
import { failureOf, polarClient } from './client';
import { type Telling, tellDispute, tellOrder, tellRefund, tellSubscription } from './told';

/** How far back a list is read: before that nothing of it changes any more. Days. */
const lookBack = { orders: 60, refunds: 40, disputes: 180 };
const perPage = 100;

interface Listed<T> {
  items: T[];
  pagination: { max_page: number };
}

interface Asking {
  client: Polar;
  account: { organization_id?: string };
  now(): Date;
  ask<T>(request: () => Promise<T>): Promise<T>;
}

/** Reads Polar's interface through its SDK. */
export function polarReader(settings: ReaderSettings): ProviderReader {
  const { account, now, wait } = settings;
  const asking: Asking = {
    client: polarClient({ ...settings, timeoutMs: requestTimeoutMs }),
    account: account === null ? {} : { organization_id: account },
    now,
    ask: (request) => patiently({ provider: 'polar', now, wait, failureOf }, request),
  };
  return {
    name: 'polar',
    lists: ['subscriptions', 'orders', 'refunds', 'disputes'],
    page: (list, window, cursor) => readPage(asking, { list, telling: { at: askedAt(now()), window }, cursor }),
    lookUp: (question) => answer(asking, question),
  };
}

/** From new to old, so that what is made meanwhile moves the rest back: something is read twice rather than missed. */
function readPage(
  { client, account, ask }: Asking,
  { list, telling, cursor }: { list: string; telling: Telling; cursor: string | null },
): Promise<Page> {
  const page = cursor === null ? 1 : Number(cursor);
  const since = telling.window?.since ?? new Date(0);
  const at = { ...account, page, limit: perPage };
  const numbered = { page, telling };
  switch (list) {
    case 'subscriptions':
      return follow(numbered, tellSubscription, () =>
        ask(() => client.subscriptions.list({ ...at, sorting: ['-started_at'] })),
      );
    case 'orders': {
      const created_after = daysBefore(since, lookBack.orders).toISOString();
      return follow(numbered, tellOrder, () =>
        ask(() => client.orders.list({ ...at, created_after, sorting: ['-created_at'] })),
      );
    }
    case 'refunds':
      return follow({ ...numbered, horizon: daysBefore(since, lookBack.refunds) }, tellRefund, () =>
        ask(() => client.refunds.list({ ...at, sorting: ['-created_at'] })),
      );
    case 'disputes':
      return follow({ ...numbered, horizon: daysBefore(since, lookBack.disputes) }, tellDispute, () =>
        ask(() => client.disputes.list({ ...at, sorting: ['-created_at'] })),
      );
    default:
      throw new Error(`Polar has no list ${list}.`);
  }
}

async function follow<T extends { created_at: string }>(
  { page, telling, horizon }: { page: number; telling: Telling; horizon?: Date },
  tell: (object: T, telling: Telling) => ToldObject[],
  list: () => Promise<Listed<T>>,
): Promise<Page> {
  const { items, pagination } = await list();
  const isOver = page >= pagination.max_page || (horizon !== undefined && isBefore(items.at(-1)?.created_at, horizon));
  return { told: items.flatMap((object) => tell(object, telling)), next: isOver ? null : String(page + 1) };
}

async function answer({ client, now, ask }: Asking, question: Question): Promise<Fetched> {
  const telling = { at: askedAt(now()), window: null };
  switch (question.kind) {
    case 'subscription':
    case 'cycle':
    case 'cycles': {
      const { providerSubscriptionId: id } = question;
      const subscription = await ask(() => client.subscriptions.get(id));
      const told = tellSubscription(subscription, telling);
      if (question.kind === 'cycles') {
        const since = question.since === null ? null : daysBefore(new Date(question.since), lookBack.orders);
        const about = { subscription_id: id, ...(since && { created_after: since.toISOString() }) };
        for (let page = 1, pages = 1; page <= pages; page += 1) {
          const at = page;
          const listed = await ask(() =>
            client.orders.list({ ...about, page: at, limit: perPage, sorting: ['-created_at'] }),
          );
          told.push(...listed.items.flatMap((order) => tellOrder(order, telling)));
          pages = listed.pagination.max_page;
        }
      }
      return { askedAt: telling.at, told: told.map(({ body }) => body) };
    }
    case 'checkout_lines':
    case 'invoice_lines':
    case 'saved_payment_method':
      throw ProviderApiError.unreadable('polar', 'lines, which its orders carry themselves');
    default:
      return question satisfies never;
  }
}
