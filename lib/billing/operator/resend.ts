import { eq } from 'drizzle-orm';
import { subscriptionOutbox } from '@/db/schema';
import type { BillingContext } from '../context';
import { requeueMessage } from '../outbox/outbox';
import { type Operator, recordAction, subjects } from './actions';
import { OperatorError } from './errors';

/**
 * Sends a message once more that failed, or of which nobody can tell what became. Throws `message_not_found`, and
 * `message_not_stuck` for one that is sent, superseded, or still tried by itself.
 */
export async function resendMessage(
  { database, clock }: BillingContext,
  { messageId, by }: { messageId: string; by: Operator },
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (tx) => {
    const [message] = await tx
      .select({
        state: subscriptionOutbox.state,
        teamId: subscriptionOutbox.teamId,
        type: subscriptionOutbox.eventType,
      })
      .from(subscriptionOutbox)
      .where(eq(subscriptionOutbox.id, messageId))
      .for('update');
    if (!message) throw OperatorError.messageNotFound(messageId);
    const { state, teamId, type } = message;
    if (!(await requeueMessage(tx, messageId, at))) throw OperatorError.messageNotStuck(messageId, state);
    const details = { type, before: state };
    await recordAction(tx, { by, action: 'message_resent', subject: subjects.message(messageId), teamId, details, at });
  });
}
