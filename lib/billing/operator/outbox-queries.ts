import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { subscriptionOutbox as messages, teams } from '@/db/schema';
import type { BillingContext } from '../context';
import { isSecretType } from '../outbox/messages';
import type { OutboxMessage } from '../outbox/outbox';
import { type Page, pageOf, pageSize, readCursor, writeCursor } from './cursor';

export type MessageState = OutboxMessage['state'];

/** A message and how far it got; never what it says. */
export interface MessageView {
  id: string;
  eventType: string;
  state: MessageState;
  attempts: number;
  errorCode: string | null;
  dedupKey: string;
  teamId: string | null;
  teamName: string | null;
  subscriptionId: string | null;
  billingPeriodId: string | null;
  providerMessageId: string | null;
  createdAt: Date;
  nextAttemptAt: Date | null;
  publishedAt: Date | null;
  /** It failed, or nobody can tell what became of it: an operator may send it once more. Never so with a link in it. */
  isStuck: boolean;
}

export interface MessagesRequest {
  state?: MessageState | null;
  teamId?: string | null;
  subscriptionId?: string | null;
  cursor?: string | null;
  limit?: number;
}

/** One page of the messages, the newest first. Throws `invalid_cursor`. */
export async function listMessages({ database }: BillingContext, request: MessagesRequest): Promise<Page<MessageView>> {
  const { state, teamId, subscriptionId, cursor } = request;
  const limit = pageSize(request.limit);
  const rows = await database
    .select({ message: messages, teamName: teams.name })
    .from(messages)
    .leftJoin(teams, eq(teams.id, messages.teamId))
    .where(
      and(
        state ? eq(messages.state, state) : undefined,
        teamId ? eq(messages.teamId, teamId) : undefined,
        subscriptionId ? eq(messages.subscriptionId, subscriptionId) : undefined,
        cursor ? isAfter(cursor) : undefined,
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(limit + 1);
  return pageOf(rows, limit, {
    view: ({ message, teamName }) => messageView(message, teamName),
    cursor: ({ message }) => writeCursor(message.createdAt, message.id),
  });
}

export function messageView(message: OutboxMessage, teamName: string | null): MessageView {
  const { id, eventType, state, attempts, errorCode, dedupKey, teamId, subscriptionId, billingPeriodId } = message;
  const { providerMessageId, createdAt, nextAttemptAt, publishedAt } = message;
  const isOver = state === 'failed' || (state === 'ambiguous' && nextAttemptAt === null);
  const isStuck = isOver && !isSecretType(eventType);
  return {
    ...{ id, eventType, state, attempts, errorCode, dedupKey, teamId, teamName, subscriptionId, billingPeriodId },
    ...{ providerMessageId, createdAt, nextAttemptAt, publishedAt, isStuck },
  };
}

function isAfter(cursor: string): SQL {
  const [createdAt, id] = readCursor(cursor, 1);
  return sql`(${messages.createdAt}, ${messages.id}) < (${createdAt}::timestamptz, ${id})`;
}
