import type { Transaction } from '@/db/client';
import type { PaymentDisputed } from '../events';
import { closeCase } from '../reconciliation/cases';
import type { Applying, CaseFinding } from '../webhooks/outcome';
import { idOf, type ReversiblePayment } from './reversible';

/** What was told of a dispute, and was recorded. */
export interface RecordedDispute {
  event: PaymentDisputed;
  payment: ReversiblePayment;
  /** What the balance moved by, in credits. */
  delta: number;
  /** It stood like that before. */
  isRepeated: boolean;
}

/**
 * A dispute is a case from its opening until it is decided: the bank wants evidence by a day that only the provider's
 * dashboard shows. Closes the case of one that was decided, and returns that of one that has opened. Nothing lets a
 * recorded dispute open again, so each has one case at most, whatever is told of it in whatever order.
 */
export async function followDispute(
  tx: Transaction,
  applying: Applying,
  dispute: RecordedDispute,
): Promise<CaseFinding[]> {
  const { provider, now: at } = applying;
  const { providerReversalId, status } = dispute.event;
  // With the dispute's own id, since one payment can be disputed twice.
  const about = { kind: 'dispute_opened', subject: `dispute:${provider}:${providerReversalId}` } as const;
  if (status !== 'open') {
    await closeCase(tx, { ...about, at, note: decisions[status] });
    return [];
  }
  return dispute.isRepeated ? [] : [{ ...about, ...bothSides(dispute) }];
}

const decisions = { won: 'The dispute was won.', lost: 'The dispute was lost.' } as const;

function bothSides({ event, payment, delta }: RecordedDispute): Pick<CaseFinding, 'local' | 'remote'> {
  const { providerReversalId, providerPaymentId, amountMinor, currency, status, occurredAt } = event;
  const { teamId, amountMinor: paidAmountMinor } = payment;
  return {
    local: { ...idOf(payment), teamId, paidAmountMinor, creditsTaken: -delta },
    remote: { providerReversalId, providerPaymentId, amountMinor, currency, status, occurredAt },
  };
}
