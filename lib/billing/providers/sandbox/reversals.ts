import type { PaymentDisputed, PaymentRefunded } from '../../events';
import { unreadableReason } from '../fields';
import type { MessageContent } from '../provider';
import { disputeSchema, refundSchema } from './schemas';

/** One refund, never a running total. */
export function refundContent(body: unknown, status: PaymentRefunded['status']): MessageContent {
  const read = refundSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data, created_at: occurredAt } = read.data;
  const event: PaymentRefunded = {
    kind: 'payment_refunded',
    occurredAt,
    providerReversalId: data.refund_id,
    ...moneyBack(data),
    cumulative: false,
    status,
  };
  return { kind: 'events', events: [event] };
}

export function disputeContent(body: unknown, status: PaymentDisputed['status']): MessageContent {
  const read = disputeSchema.safeParse(body);
  if (!read.success) return { kind: 'unreadable', reason: unreadableReason(read.error) };
  const { data, created_at: occurredAt } = read.data;
  const event: PaymentDisputed = {
    kind: 'payment_disputed',
    occurredAt,
    providerReversalId: data.dispute_id,
    ...moneyBack(data),
    status,
  };
  return { kind: 'events', events: [event] };
}

interface MoneyBack {
  payment_id: string;
  currency: string;
  amount_minor: number;
  payment_amount_minor: number;
  subscription_id: string | null;
}

function moneyBack(data: MoneyBack) {
  return {
    providerPaymentId: data.payment_id,
    amountMinor: data.amount_minor,
    totalMinor: data.payment_amount_minor,
    currency: data.currency,
    of: data.subscription_id === null ? ('purchase' as const) : ('period' as const),
  };
}
