import type { HistoryPayment } from '../credits/payments';
import { BillingError } from '../errors';
import { dispute, type MessageContext, refund, type SandboxMessage, tailOf } from '../providers/sandbox/messages';

export const moneyBackActions = ['refund_half', 'refund_rest', 'dispute', 'dispute_won'] as const;
export type MoneyBackAction = (typeof moneyBackActions)[number];

/** How the dispute of a payment stands; null where there was none. */
export type DisputeState = 'open' | 'won' | 'lost' | null;

export interface MoneyBack {
  label: string;
  message: SandboxMessage;
}

/**
 * What the sandbox tells when money goes back. Pure. Ids come from the payment and from what had gone back before, so
 * that two clicks are one refund. Throws `nothing_to_refund`, `already_disputed`, `no_open_dispute`.
 */
export function planMoneyBack(
  action: MoneyBackAction,
  { payment, disputed }: { payment: HistoryPayment; disputed: DisputeState },
  context: MessageContext,
): MoneyBack {
  const { purchaseId, amountMinor, refundedMinor } = payment;
  switch (action) {
    case 'refund_half': {
      const half = Math.max(Math.floor(amountMinor / 2), 1);
      return { label: 'Refund of half', message: refunded(payment, half, context) };
    }
    case 'refund_rest':
      return { label: 'Refund of the rest', message: refunded(payment, amountMinor - refundedMinor, context) };
    case 'dispute':
      if (disputed !== null) throw BillingError.alreadyDisputed(purchaseId);
      return { label: 'Dispute opened', message: dispute(context, 'opened', disputeOf(payment)) };
    case 'dispute_won':
      if (disputed !== 'open') throw BillingError.noOpenDispute(purchaseId);
      return { label: 'Dispute won', message: dispute(context, 'won', disputeOf(payment)) };
    default:
      return action satisfies never;
  }
}

/** The sandbox knows one dispute per payment. */
export function disputeIdOf(providerPaymentId: string): string {
  return `sbx_dp_${tailOf(providerPaymentId)}`;
}

function refunded(payment: HistoryPayment, wantedMinor: number, context: MessageContext): SandboxMessage {
  const leftMinor = payment.amountMinor - payment.refundedMinor;
  const amountMinor = Math.min(wantedMinor, leftMinor);
  if (amountMinor <= 0) throw BillingError.nothingToRefund(payment.purchaseId);
  const { paymentId, ...of } = moneyOf(payment);
  const reversalId = `sbx_re_${tailOf(paymentId)}_${payment.refundedMinor}`;
  return refund(context, 'succeeded', { reversalId, paymentId, amountMinor, ...of });
}

function disputeOf(payment: HistoryPayment) {
  const { paymentId, ...of } = moneyOf(payment);
  return { reversalId: disputeIdOf(paymentId), paymentId, amountMinor: payment.amountMinor, ...of };
}

function moneyOf({ purchaseId, providerPaymentId, amountMinor, currency }: HistoryPayment) {
  if (providerPaymentId === null) throw BillingError.nothingToRefund(purchaseId);
  return { paymentId: providerPaymentId, paymentAmountMinor: amountMinor, currency };
}
