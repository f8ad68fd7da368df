import { changeFixture } from '../fixtures';
import { amountMinor, listedMinor, neverTold, type Sale, type SaleEvent, type Teller } from './sale';

/** An order, its refunds with the tax apart, and how much of its net amount was refunded by now. */
export const tellPolar: Teller = (sale, event) => {
  switch (event.kind) {
    case 'paid':
      return changeFixture('polar', 'order.paid.purchase', { ...order(sale), timestamp: sale.paidAt });
    case 'refund':
      return refund(sale, event);
    case 'total':
      return changeFixture('polar', 'order.refunded.partial', {
        ...order(sale),
        timestamp: event.at,
        'data.refunded_amount': event.amountMinor,
      });
    default:
      return neverTold(sale, event);
  }
};

/** What was asked for without tax: the basis of the running total. */
export function netMinor(sale: Sale): number {
  return listedMinor(sale) - sale.discountMinor;
}

function order(sale: Sale) {
  return {
    'data.id': sale.seed,
    'data.checkout_id': `polar_c_${sale.seed}`,
    'data.customer_id': sale.customerId ?? `polar_guest_${sale.seed}`,
    'data.product_id': sale.providerPriceId,
    'data.metadata': sale.checkoutId === null ? {} : { checkout_id: sale.checkoutId },
    'data.units': sale.quantity,
    'data.currency': sale.currency.toLowerCase(),
    'data.subtotal_amount': listedMinor(sale),
    'data.discount_amount': sale.discountMinor,
    'data.net_amount': netMinor(sale),
    'data.tax_amount': sale.taxMinor,
    'data.total_amount': amountMinor(sale),
    'data.due_amount': amountMinor(sale),
  };
}

function refund(sale: Sale, event: Extract<SaleEvent, { kind: 'refund' }>): Uint8Array {
  const tax = Math.floor((event.amountMinor * sale.taxMinor) / amountMinor(sale));
  return changeFixture('polar', 'refund.created.partial', {
    timestamp: event.at,
    type: event.status === 'pending' ? 'refund.created' : 'refund.updated',
    'data.id': event.id,
    'data.order_id': sale.seed,
    'data.status': event.status,
    'data.amount': event.amountMinor - tax,
    'data.tax_amount': tax,
    'data.currency': sale.currency.toLowerCase(),
  });
}
