import { desc } from 'drizzle-orm';
import { subscriptionOutbox } from '@/db/schema';
import type { RenderedMail } from '../../email';
import type { BillingContext } from '../context';
import type { OutboxMessage } from './outbox';
import { write } from './prepare';
import { findRecipients } from './recipients';

/** A message as it looks, or looked, to whoever gets it. */
export interface MessagePreview
  extends Pick<OutboxMessage, 'id' | 'eventType' | 'state' | 'errorCode' | 'attempts' | 'createdAt' | 'publishedAt'> {
  to: string[];
  /** Null: its payload is not what its type promises. */
  mail: RenderedMail | null;
}

/** The newest messages of all teams, drawn as they are sent. For a developer's own machine: it shows everybody's. */
export async function listMessagePreviews(context: BillingContext, limit: number): Promise<MessagePreview[]> {
  const rows = await context.database
    .select()
    .from(subscriptionOutbox)
    .orderBy(desc(subscriptionOutbox.createdAt), desc(subscriptionOutbox.id))
    .limit(limit);
  return Promise.all(rows.map((message) => preview(context, message)));
}

async function preview(context: BillingContext, message: OutboxMessage): Promise<MessagePreview> {
  const { id, eventType, state, errorCode, attempts, createdAt, publishedAt, teamId } = message;
  const fallback = context.mailer?.fallbackRecipient;
  const [to, mail] = await Promise.all([
    findRecipients(context, { teamId, fallback }),
    write(context, message).catch(() => null),
  ]);
  return { id, eventType, state, errorCode, attempts, createdAt, publishedAt, to, mail };
}
