import { z } from 'zod';
import type { Instant } from '../../events';
import { type ApiObject, type Ask, answerOfOne, askFor, objects } from '../listing';
import {
  askedAt,
  daysBefore,
  type Fetched,
  isBefore,
  isSince,
  type Page,
  type ProviderReader,
  type Question,
  type ReaderSettings,
  type ToldObject,
  type Window,
} from '../reader';
import { ProviderApiError } from '../request';
import { addressOf } from './address';
import { tellAdjustment, tellSubscription, tellTransaction, textOf } from './told';

/** A chargeback may be decided half a year after it was made. Days. */
const lookBackOfAdjustments = 180;

const listed = z.object({ data: objects, meta: z.object({ pagination: z.object({ has_more: z.boolean() }) }) });

/**
 * Reads Paddle's interface. Its SDK knows two fixed addresses and gives entities of its own, without the fields that
 * it does not know, so the requests are made here.
 * @see https://developer.paddle.com/api-reference/about/pagination
 */
export function paddleReader(settings: ReaderSettings): ProviderReader {
  const ask = askFor(
    { provider: 'paddle', baseUrl: addressOf(settings), headers: { 'paddle-version': '1' } },
    settings,
  );
  return {
    name: 'paddle',
    lists: ['subscriptions', 'transactions', 'adjustments'],
    page: (list, window, cursor) => readPage(ask, { list, window, cursor, at: askedAt(settings.now()) }),
    lookUp: (question) => answer(ask, question, askedAt(settings.now())),
  };
}

async function readPage(
  ask: Ask,
  { list, window, cursor, at }: { list: string; window: Window; cursor: string | null; at: Instant },
): Promise<Page> {
  const after: Record<string, string> = cursor === null ? {} : { after: cursor };
  switch (list) {
    case 'subscriptions':
      return follow(await ask('/subscriptions', { ...after, per_page: '200', order_by: 'id[ASC]' }, listed), (one) =>
        tellSubscription(one, at),
      );
    case 'transactions': {
      const changed = { 'updated_at[GTE]': window.since.toISOString(), status: 'completed,canceled' };
      const query = { ...after, ...changed, per_page: '30', order_by: 'id[ASC]' };
      return follow(await ask('/transactions', query, listed), (one) => tellTransaction(one, at));
    }
    case 'adjustments': {
      const page = await ask('/adjustments', { ...after, per_page: '50', order_by: 'id[DESC]' }, listed);
      const followed = follow(page, (one) =>
        isSince(textOf(one.updated_at) ?? textOf(one.created_at), window) ? tellAdjustment(one, at) : [],
      );
      const horizon = daysBefore(window.since, lookBackOfAdjustments);
      return isBefore(page.data.at(-1)?.created_at, horizon) ? { ...followed, next: null } : followed;
    }
    default:
      throw new Error(`Paddle has no list ${list}.`);
  }
}

function follow({ data, meta }: z.infer<typeof listed>, tell: (object: ApiObject) => ToldObject[]): Page {
  return { told: data.flatMap(tell), next: meta.pagination.has_more ? textOf(data.at(-1)?.id) : null };
}

async function answer(ask: Ask, question: Question, at: Instant): Promise<Fetched> {
  switch (question.kind) {
    case 'subscription':
    case 'cycle':
    case 'cycles': {
      const { providerSubscriptionId: id } = question;
      const { data } = await ask(`/subscriptions/${encodeURIComponent(id)}`, {}, answerOfOne);
      const told = tellSubscription(data, at);
      if (question.kind === 'cycles') told.push(...(await readTransactions(ask, id, at)));
      return { askedAt: at, told: told.map(({ body }) => body) };
    }
    case 'checkout_lines':
    case 'invoice_lines':
    case 'saved_payment_method':
      throw ProviderApiError.unreadable('paddle', 'lines, which its transactions carry themselves');
    default:
      return question satisfies never;
  }
}

async function readTransactions(ask: Ask, subscriptionId: string, at: Instant): Promise<ToldObject[]> {
  const told: ToldObject[] = [];
  const about = { subscription_id: subscriptionId, status: 'completed,canceled', per_page: '30', order_by: 'id[ASC]' };
  for (let after: string | null = null; ; ) {
    const query: Record<string, string> = after === null ? about : { ...about, after };
    const page = follow(await ask('/transactions', query, listed), (one) => tellTransaction(one, at));
    told.push(...page.told);
    if (page.next === null) return told;
    after = page.next;
  }
}
