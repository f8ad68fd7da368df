import { and, eq, inArray } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { subscriptionOutbox } from '@/db/schema';

/** What is to be told to a team. */
export interface Message {
  eventType: string;
  teamId: string;
  subscriptionId: string | null;
  billingPeriodId: string | null;
  /** The cause, so that telling it twice makes one message. */
  dedupKey: string;
  payload: Record<string, unknown>;
}

/** Writes a message in the transaction of its cause. True when it was not there yet. */
export async function enqueue(
  tx: Transaction,
  message: Message,
  { at, superseded = false }: { at: Date; superseded?: boolean },
): Promise<boolean> {
  const rows = await tx
    .insert(subscriptionOutbox)
    .values({
      id: uuidv7(),
      ...message,
      state: superseded ? 'superseded' : 'pending',
      nextAttemptAt: superseded ? null : at,
      createdAt: at,
    })
    .onConflictDoNothing({ target: subscriptionOutbox.dedupKey })
    .returning({ id: subscriptionOutbox.id });
  return rows.length > 0;
}

/** What a message says has passed before it was sent. */
export async function supersede(tx: Transaction, dedupKey: string): Promise<void> {
  await tx
    .update(subscriptionOutbox)
    .set({ state: 'superseded', nextAttemptAt: null })
    .where(and(eq(subscriptionOutbox.dedupKey, dedupKey), inArray(subscriptionOutbox.state, ['pending', 'failed'])));
}
