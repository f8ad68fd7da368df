import type { Instant } from '@/lib/billing/events';
import {
  checkoutPaid,
  dispute,
  encode,
  type MessageContext,
  type Reversal,
  refund,
} from '@/lib/billing/providers/sandbox/messages';
import { amountMinor, listedMinor, neverTold, type Sale, type Teller } from './sale';

/** A paid session, refunds by id, and disputes. */
export const tellSandbox: Teller = (sale, event) => {
  switch (event.kind) {
    case 'paid':
      return encode({ ...checkoutPaid(context(sale.paidAt), session(sale)), created_at: sale.paidAt });
    case 'refund':
      if (event.status === 'pending') return neverTold(sale, event);
      return encode({ ...refund(context(event.at), event.status, reversal(sale, event)), created_at: event.at });
    case 'dispute': {
      const state = event.status === 'open' ? 'opened' : event.status;
      return encode({ ...dispute(context(event.at), state, reversal(sale, event)), created_at: event.at });
    }
    default:
      return neverTold(sale, event);
  }
};

/** A message has milliseconds of its own; what is told keeps its microseconds. */
function context(at: Instant): MessageContext {
  return { createdAt: new Date(at), environment: 'test' };
}

function session(sale: Sale) {
  return {
    sessionId: `sbx_cs_${sale.seed}`,
    checkoutId: sale.checkoutId ?? '',
    customerId: sale.customerId ?? '',
    lines: [{ providerPriceId: sale.providerPriceId, quantity: sale.quantity }],
    currency: sale.currency,
    subtotalMinor: listedMinor(sale),
    discountMinor: sale.discountMinor,
    taxMinor: sale.taxMinor,
  };
}

function reversal(sale: Sale, event: { id: string; amountMinor: number }): Reversal {
  return {
    reversalId: event.id,
    paymentId: `sbx_pay_${sale.seed}`,
    amountMinor: event.amountMinor,
    paymentAmountMinor: amountMinor(sale),
    currency: sale.currency,
  };
}
