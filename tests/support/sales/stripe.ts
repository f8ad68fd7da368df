import type { Instant } from '@/lib/billing/events';
import { changeFixture } from '../fixtures';
import { amountMinor, listedMinor, type Sale, type SaleEvent, type Teller } from './sale';

const object = (name: string) => `data.object.${name}`;

/** A session with one item that only our intent names, refunds by id and in total, and disputes. */
export const tellStripe: Teller = (sale, event, eventId) => {
  switch (event.kind) {
    case 'paid':
      return paid(sale, eventId);
    case 'refund':
      return changeFixture('stripe', 'refund.created.partial', {
        ...head(eventId, event.at, refundTypes[event.status]),
        ...reversal(sale, event),
        [object('status')]: event.status,
      });
    case 'total':
      return changeFixture('stripe', 'charge.refunded.partial', {
        ...head(eventId, event.at, 'charge.refunded'),
        [object('id')]: `ch_${sale.seed}`,
        [object('payment_intent')]: `pi_${sale.seed}`,
        [object('amount')]: amountMinor(sale),
        [object('amount_refunded')]: event.amountMinor,
        [object('currency')]: sale.currency.toLowerCase(),
      });
    case 'dispute':
      return changeFixture('stripe', 'charge.dispute.created', {
        ...head(eventId, event.at, event.status === 'open' ? 'charge.dispute.created' : 'charge.dispute.closed'),
        ...reversal(sale, event),
        [object('status')]: event.status === 'open' ? 'needs_response' : event.status,
      });
    default:
      return event satisfies never;
  }
};

const refundTypes = { pending: 'refund.created', succeeded: 'refund.updated', failed: 'refund.failed' } as const;

function paid(sale: Sale, eventId: string): Uint8Array {
  const isFree = amountMinor(sale) === 0;
  return changeFixture('stripe', 'checkout.session.completed.payment', {
    ...head(eventId, sale.paidAt, 'checkout.session.completed'),
    [object('id')]: `cs_${sale.seed}`,
    [object('payment_intent')]: isFree ? null : `pi_${sale.seed}`,
    [object('payment_status')]: isFree ? 'no_payment_required' : 'paid',
    [object('customer')]: sale.customerId,
    [object('client_reference_id')]: null,
    [object('metadata')]: sale.checkoutId === null ? {} : { checkout_id: sale.checkoutId },
    [object('currency')]: sale.currency.toLowerCase(),
    [object('amount_subtotal')]: listedMinor(sale),
    [object('amount_total')]: amountMinor(sale),
    [object('total_details.amount_discount')]: sale.discountMinor,
    [object('total_details.amount_tax')]: sale.taxMinor,
  });
}

/** Stripe tells whole seconds. */
function head(id: string, at: Instant, type: string) {
  return { id, type, created: Math.floor(Date.parse(at) / 1000) };
}

function reversal(sale: Sale, event: Extract<SaleEvent, { kind: 'refund' | 'dispute' }>) {
  return {
    [object('id')]: event.id,
    [object('payment_intent')]: `pi_${sale.seed}`,
    [object('charge')]: `ch_${sale.seed}`,
    [object('amount')]: event.amountMinor,
    [object('currency')]: sale.currency.toLowerCase(),
  };
}
