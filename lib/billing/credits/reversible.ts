import type { Transaction } from '@/db/client';
import type { ProviderName } from '../events';
import { lockPeriodOfPayment, markPeriodReversed, type Period } from '../subscriptions/periods';
import { periodLotKeys } from './allowance-plan';
import { lockPurchaseOfPayment, markReversed, type Purchase } from './purchase';

/** A payment as refunds and disputes see it: of a purchase, or of a subscription's period. */
export interface ReversiblePayment {
  of: 'purchase' | 'period';
  id: string;
  teamId: string;
  /** Of a period. */
  subscriptionId: string | null;
  /** Every id under which the provider reverses it. */
  providerPaymentIds: readonly string[];
  amountMinor: number;
  currency: string;
  /** The source keys of its lots, as many as there may come to be. */
  lotKeys: readonly string[];
  left: Left;
}

/** What the reversals of a payment leave of it. */
export type Left = Pick<Purchase, 'status' | 'refundedMinor' | 'refundedCredits'>;

/** The payment that a refund or dispute is about, locked until the transaction ends. Null: it is not here yet. */
export async function lockPayment(
  tx: Transaction,
  provider: ProviderName,
  providerPaymentId: string,
): Promise<ReversiblePayment | null> {
  const purchase = await lockPurchaseOfPayment(tx, provider, providerPaymentId);
  if (purchase) return paymentOfPurchase(purchase, providerPaymentId);
  const found = await lockPeriodOfPayment(tx, provider, providerPaymentId);
  return found ? paymentOfPeriod(found.period, found.teamId) : null;
}

/** A period as the payment that it is. */
export function paymentOfPeriod(period: Period, teamId: string): ReversiblePayment {
  const { id, paidAmountMinor, currency, providerPaymentId, providerOrderPaymentId } = period;
  return {
    of: 'period',
    id,
    teamId,
    subscriptionId: period.subscriptionId,
    // A first payment that was an order too is one payment with two ids.
    providerPaymentIds: [providerPaymentId, providerOrderPaymentId].filter((told) => told !== null),
    amountMinor: paidAmountMinor,
    currency,
    lotKeys: periodLotKeys({ id, start: period.periodStart, end: period.periodEnd }),
    left: { status: period.status, refundedMinor: period.refundedMinor, refundedCredits: period.refundedCredits },
  };
}

/** The payment as it is named in what an event came to, and in cases. */
export function idOf({ of, id, subscriptionId }: ReversiblePayment) {
  return of === 'purchase' ? { purchaseId: id } : { periodId: id, subscriptionId };
}

export async function markPaymentReversed(tx: Transaction, payment: ReversiblePayment, left: Left): Promise<void> {
  const mark = payment.of === 'purchase' ? markReversed : markPeriodReversed;
  await mark(tx, payment.id, left);
}

function paymentOfPurchase(purchase: Purchase, providerPaymentId: string): ReversiblePayment {
  const { id, teamId, amountMinor, currency, status, refundedMinor, refundedCredits } = purchase;
  return {
    of: 'purchase',
    id,
    teamId,
    subscriptionId: null,
    providerPaymentIds: [providerPaymentId],
    amountMinor,
    currency,
    lotKeys: [id],
    left: { status, refundedMinor, refundedCredits },
  };
}
