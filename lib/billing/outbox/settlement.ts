import type { SendResult } from '../../email';
import type { ClaimedMessage, MessageSettlement } from './outbox';
import { nextTry } from './retry';

interface Tried extends ClaimedMessage {
  now: Date;
  /** A try under the same key, or a look-up, can tell later what became of this one. */
  isAnswerable: boolean;
}

/**
 * How a try leaves its message. A lost answer is never guessed: it stays ambiguous until a receiver that can tell has
 * told, and else until a person decides. So does a refusal after a lost answer, which says nothing about the try before.
 */
export function settlementOf(result: SendResult, tried: Tried): MessageSettlement {
  const { now } = tried;
  if (result.kind === 'sent')
    return { state: 'sent', nextAttemptAt: null, errorCode: null, providerMessageId: result.id, publishedAt: now };
  const { code: errorCode } = result;
  if (result.kind === 'ambiguous' || isUnclear(tried))
    return { state: 'ambiguous', nextAttemptAt: tried.isAnswerable ? retryAt(tried) : null, errorCode };
  const nextAttemptAt = result.permanent ? null : retryAt(tried);
  return { state: nextAttemptAt === null ? 'failed' : 'pending', nextAttemptAt, errorCode };
}

/** Whether a try before this one may have arrived. */
export function isUnclear({ previous }: Pick<ClaimedMessage, 'previous'>): boolean {
  return previous === 'sending' || previous === 'ambiguous';
}

function retryAt({ message: { attempts, firstTriedAt }, now }: Tried): Date | null {
  return nextTry({ attempts, firstTriedAt: firstTriedAt ?? now, now });
}
