import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import { billingWebhookEvents } from '@/db/schema';
import type { BillingContext } from '../context';
import { BillingError } from '../errors';
import type { ProviderName } from '../events';
import type { EventKey } from '../webhooks/inbox';
import { type Operator, recordAction, subjects } from './actions';
import { replay } from './replay';

export interface BulkReplay {
  code: string;
  provider?: ProviderName | null;
  by: Operator;
  /** 1 to 500; 500 unless told. */
  limit?: number;
}

export interface BulkReplayed {
  /** How many were worked on, by how that ended; `skipped` were busy or have no body any more. */
  outcomes: Record<string, number>;
  replayed: number;
  /** How many with this code are not settled now. */
  left: number;
}

const most = 500;
const budgetMs = 20_000;

/** Replays the events that failed with one code, the oldest first, each in its own transaction; bounded in number and time. */
export async function replayByCode(context: BillingContext, request: BulkReplay): Promise<BulkReplayed> {
  const { by, code } = request;
  const bulk = uuidv7();
  const endsAt = context.clock.now().getTime() + budgetMs;
  const outcomes: Record<string, number> = {};
  let replayed = 0;
  for (const key of await listFailed(context, request)) {
    if (context.clock.now().getTime() > endsAt) break;
    const outcome = await replayOne(context, { key, by, bulk });
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    replayed += 1;
  }
  const left = await countFailed(context, request);
  await context.database.transaction((tx) =>
    recordAction(tx, {
      ...{ by, action: 'events_replayed', subject: subjects.code(code), teamId: null },
      ...{ details: { bulk, provider: request.provider ?? null, outcomes, replayed, left }, at: context.clock.now() },
    }),
  );
  return { outcomes, replayed, left };
}

/** One that cannot be replayed now must not keep the others from it. */
async function replayOne(
  context: BillingContext,
  { key, by, bulk }: { key: EventKey; by: Operator; bulk: string },
): Promise<string> {
  try {
    return (await replay(context, { key, by, bulk })).outcome;
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return 'skipped';
  }
}

async function listFailed(context: BillingContext, request: BulkReplay): Promise<EventKey[]> {
  const limit = Math.min(Math.max(Math.trunc(request.limit ?? most), 1), most);
  const rows = await context.database
    .select({ provider: billingWebhookEvents.provider, eventId: billingWebhookEvents.eventId })
    .from(billingWebhookEvents)
    .where(hasFailed(request))
    .orderBy(asc(billingWebhookEvents.receivedAt))
    .limit(limit);
  return rows.map(({ provider, eventId }) => ({ provider: provider as ProviderName, eventId }));
}

async function countFailed({ database }: BillingContext, request: BulkReplay): Promise<number> {
  const [row] = await database.select({ left: count() }).from(billingWebhookEvents).where(hasFailed(request));
  return row?.left ?? 0;
}

function hasFailed({ code, provider }: BulkReplay) {
  return and(
    eq(billingWebhookEvents.errorCode, code),
    inArray(billingWebhookEvents.state, ['parked', 'waiting', 'retrying']),
    provider ? eq(billingWebhookEvents.provider, provider) : undefined,
  );
}
