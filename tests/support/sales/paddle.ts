import { changeFixture } from '../fixtures';
import { amountMinor, listedMinor, neverTold, type Sale, type SaleEvent, type Teller } from './sale';

/** A transaction and its adjustments: refunds that are approved or not, a chargeback and its reversal. */
export const tellPaddle: Teller = (sale, event, eventId) => {
  switch (event.kind) {
    case 'paid':
      return paid(sale, eventId);
    case 'refund':
      return adjustment(sale, event, {
        eventId,
        id: event.id,
        action: 'refund',
        status: refundStatuses[event.status],
      });
    case 'dispute':
      if (event.status === 'lost') return neverTold(sale, event);
      return adjustment(sale, event, {
        eventId,
        id: `adj_${event.status}_${sale.seed}`,
        action: event.status === 'open' ? 'chargeback' : 'chargeback_reverse',
        status: 'approved',
      });
    default:
      return neverTold(sale, event);
  }
};

const refundStatuses = { pending: 'pending_approval', succeeded: 'approved', failed: 'reversed' } as const;

function paid(sale: Sale, eventId: string): Uint8Array {
  const item = 'data.items.0';
  return changeFixture('paddle', 'transaction.completed.one_off', {
    event_id: eventId,
    notification_id: `ntf_${eventId}`,
    occurred_at: sale.paidAt,
    'data.id': sale.seed,
    'data.customer_id': sale.customerId,
    'data.custom_data': sale.checkoutId === null ? null : { checkout_id: sale.checkoutId },
    'data.currency_code': sale.currency,
    [`${item}.price_id`]: sale.providerPriceId,
    [`${item}.price.id`]: sale.providerPriceId,
    [`${item}.price.unit_price`]: { amount: String(sale.unitMinor), currency_code: sale.currency },
    [`${item}.quantity`]: sale.quantity,
    'data.details.totals.subtotal': String(listedMinor(sale)),
    'data.details.totals.discount': String(sale.discountMinor),
    'data.details.totals.tax': String(sale.taxMinor),
    'data.details.totals.total': String(amountMinor(sale)),
    'data.payments.0.captured_at': sale.paidAt,
  });
}

function adjustment(
  sale: Sale,
  event: Extract<SaleEvent, { kind: 'refund' | 'dispute' }>,
  { eventId, ...changed }: { eventId: string; id: string; action: string; status: string },
): Uint8Array {
  return changeFixture('paddle', 'adjustment.created.refund_partial.pending', {
    event_id: eventId,
    notification_id: `ntf_${eventId}`,
    occurred_at: event.at,
    event_type: changed.status === 'pending_approval' ? 'adjustment.created' : 'adjustment.updated',
    'data.id': changed.id,
    'data.action': changed.action,
    'data.status': changed.status,
    'data.transaction_id': sale.seed,
    'data.customer_id': sale.customerId,
    'data.currency_code': sale.currency,
    'data.totals.total': String(event.amountMinor),
  });
}
