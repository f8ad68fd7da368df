import { desc } from 'drizzle-orm';
import { subscriptionOutbox } from '@/db/schema';
import { type RenderedMail, renderMail } from '../../email';
import type { BillingContext } from '../context';
import { isSecretType } from './messages';
import type { OutboxMessage } from './outbox';
import { write } from './prepare';
import { findRecipients } from './recipients';
import { openSecret } from './secrets';

/** A message as it looks, or looked, to whoever gets it. */
export interface MessagePreview
  extends Pick<OutboxMessage, 'id' | 'eventType' | 'state' | 'errorCode' | 'attempts' | 'createdAt' | 'publishedAt'> {
  to: string[];
  /** Null: its payload is not what its type promises, or it was emptied. */
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
  const facts = { id, eventType, state, errorCode, attempts, createdAt, publishedAt };
  if (isSecretType(eventType)) return { ...facts, ...(await previewSecret(context, message)) };
  const fallback = context.mailer?.fallbackRecipient;
  const [to, mail] = await Promise.all([
    findRecipients(context, { teamId, fallback }),
    write(context, message).catch(() => null),
  ]);
  return { ...facts, to, mail };
}

/** What is still sealed, or was left so by a mailer that reaches nobody. */
async function previewSecret(
  context: BillingContext,
  message: OutboxMessage,
): Promise<Pick<MessagePreview, 'to' | 'mail'>> {
  const secret = openSecret(context, message);
  if (secret === null) return { to: [], mail: null };
  const { productName, appUrl } = context.settings;
  return { to: [secret.to], mail: await renderMail(secret.content, { productName, appUrl }) };
}
