import { z } from 'zod';
import type { PaymentDisputed, PaymentRefunded } from '../../events';
import { ignored, told, unreadable } from '../content';
import { currency, id, instant, positiveMinor } from '../fields';
import type { MessageContent } from '../provider';

const adjustmentBody = z.object({
  occurred_at: instant,
  data: z.object({
    id,
    action: z.string(),
    status: z.string(),
    transaction_id: id,
    subscription_id: id.nullish(),
    currency_code: currency,
    totals: z.object({
      total: z
        .string()
        .regex(/^\d{1,16}$/)
        .transform(Number)
        .pipe(positiveMinor),
    }),
  }),
});
type Body = z.infer<typeof adjustmentBody>;

/**
 * What happened to a transaction after it was paid. An action or a state that is not known here is told as unreadable,
 * so that a person looks: it may have moved money.
 * @see https://developer.paddle.com/api-reference/adjustments/overview
 */
export function adjustmentContent(body: unknown): MessageContent {
  const read = adjustmentBody.safeParse(body);
  if (!read.success) return unreadable(read.error);
  switch (read.data.data.action) {
    case 'refund':
      return refundContent(read.data);
    case 'chargeback':
    case 'chargeback_reverse':
      return disputeContent(read.data);
    case 'chargeback_warning':
    case 'chargeback_warning_reverse':
      return ignored('inquiry');
    case 'credit':
    case 'credit_reverse':
      return ignored('balance_credit');
    default:
      return unreadable('data.action');
  }
}

function refundContent(body: Body): MessageContent {
  const status = refundStatusOf(body.data.status);
  if (status === null) return unreadable('data.status');
  return told({
    kind: 'payment_refunded',
    providerReversalId: body.data.id,
    ...reversed(body),
    cumulative: false,
    status,
  });
}

/** A refund that is reversed had been approved, and the money has come back. */
function refundStatusOf(status: string): PaymentRefunded['status'] | null {
  switch (status) {
    case 'pending_approval':
      return 'pending';
    case 'approved':
      return 'succeeded';
    case 'rejected':
    case 'reversed':
      return 'failed';
    default:
      return null;
  }
}

function disputeContent(body: Body): MessageContent {
  const status = disputeStatusOf(body.data);
  if (status === null) return unreadable('data.status');
  return told({
    kind: 'payment_disputed',
    // The reversal is an adjustment of its own that names the transaction and not the chargeback.
    providerReversalId: `chargeback:${body.data.transaction_id}`,
    ...reversed(body),
    status,
  });
}

/** Paddle makes both by itself and at once approved. */
function disputeStatusOf({ action, status }: Body['data']): PaymentDisputed['status'] | null {
  if (action === 'chargeback_reverse') return status === 'approved' ? 'won' : null;
  if (status === 'approved') return 'open';
  return status === 'reversed' ? 'won' : null;
}

/** Totals are with tax, as what was paid is. */
function reversed({ occurred_at: occurredAt, data }: Body) {
  return {
    occurredAt,
    providerPaymentId: data.transaction_id,
    amountMinor: data.totals.total,
    totalMinor: null,
    currency: data.currency_code,
    of: data.subscription_id ? ('period' as const) : ('purchase' as const),
  };
}
