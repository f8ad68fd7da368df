import type { Transaction } from '@/db/client';
import { type ChargeOperation, lockOpenOperations, updateOperation } from './operations';

const stalled: ReadonlySet<ChargeOperation['state']> = new Set(['declined', 'needs_card', 'action_required']);

/** A new payment method is there: what was declined is tried with it at once. What is on its way is left alone. */
export async function retryWithNewMethod(tx: Transaction, subscriptionId: string, at: Date): Promise<void> {
  for (const operation of await lockOpenOperations(tx, subscriptionId)) {
    if (!stalled.has(operation.state)) continue;
    await openTry(tx, operation, at);
    // What a look-up that is under way is told of the old try is late.
    await updateOperation(tx, operation.id, { attempts: operation.attempts + 1 }, at);
  }
}

/**
 * Opens another try, under a key of its own. Only after a definite decline or a proven absence; a charge that waits for
 * the buyer stays on the operation, and is withdrawn before the try is sent.
 */
export function openTry(tx: Transaction, operation: ChargeOperation, dueAt: Date): Promise<ChargeOperation> {
  const providerPaymentId = operation.state === 'action_required' ? operation.providerPaymentId : null;
  const fresh = { tryAttempts: 0, tryStartedAt: null, tryPaymentMethodId: null, leasedUntil: null, providerPaymentId };
  const next = { state: 'pending', tryNo: operation.tryNo + 1, nextAttemptAt: dueAt, actionUrl: null } as const;
  return updateOperation(tx, operation.id, { ...fresh, ...next }, dueAt);
}
