import { z } from 'zod';
import { ignored, told, unreadable } from '../content';
import { instant } from '../fields';
import type { MessageContent } from '../provider';
import { buyerOfTransaction, isCheckout, transaction } from './transaction';

const attemptBody = z.object({
  occurred_at: instant,
  data: transaction.extend({
    checkout: z
      .object({
        url: z
          .url({ protocol: /^https?$/ })
          .nullish()
          .catch(null),
      })
      .nullish()
      .catch(null),
  }),
});

/** An attempt to pay failed: of a buyer in a checkout, or of a subscription's cycle. */
export function failedContent(body: unknown): MessageContent {
  const read = attemptBody.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { occurred_at: occurredAt, data } = read.data;
  if (isCheckout(data))
    return told({ kind: 'checkout_progressed', occurredAt, state: 'failed', buyer: buyerOfTransaction(data) });
  if (!isCycle(data.origin)) return ignored('nothing_was_paid');
  if (!data.subscription_id) return unreadable('data.subscription_id');
  return told({
    kind: 'period_payment_failed',
    occurredAt,
    providerSubscriptionId: data.subscription_id,
    renewalKey: data.id,
    actionRequired: data.payments.some(({ status }) => status === 'action_required'),
    payUrl: data.checkout?.url ?? null,
    attempt: data.payments.length || null,
    nextAttemptAt: null,
  });
}

/** Nobody will pay it any more: the checkout has ended, or the cycle stays unpaid. */
export function canceledContent(body: unknown): MessageContent {
  const read = attemptBody.safeParse(body);
  if (!read.success) return unreadable(read.error);
  const { occurred_at: occurredAt, data } = read.data;
  if (isCheckout(data))
    return told({ kind: 'checkout_progressed', occurredAt, state: 'expired', buyer: buyerOfTransaction(data) });
  if (!isCycle(data.origin)) return ignored('nothing_was_paid');
  if (!data.subscription_id) return unreadable('data.subscription_id');
  const period = data.billing_period;
  return told({
    kind: 'period_voided',
    occurredAt,
    providerSubscriptionId: data.subscription_id,
    renewalKey: data.id,
    period: period ? { start: period.starts_at, end: period.ends_at } : null,
    reason: 'voided',
  });
}

function isCycle(origin: string): boolean {
  return origin === 'subscription_recurring' || origin === 'subscription_payment_method_change';
}
