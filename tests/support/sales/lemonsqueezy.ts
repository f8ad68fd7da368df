import { changeFixture } from '../fixtures';
import { amountMinor, listedMinor, neverTold, type Sale, type Teller } from './sale';

const attribute = (name: string) => `data.attributes.${name}`;

/** An order and how much of it was refunded by now. Nothing tells a single refund or a dispute. */
export const tellLemonSqueezy: Teller = (sale, event, eventId) => {
  switch (event.kind) {
    case 'paid':
      return changeFixture('lemonsqueezy', 'order_created.purchase', {
        ...order(sale, eventId),
        [attribute('updated_at')]: sale.paidAt,
      });
    case 'total':
      return changeFixture('lemonsqueezy', 'order_refunded.partial', {
        ...order(sale, eventId),
        [attribute('updated_at')]: event.at,
        [attribute('refunded_amount')]: event.amountMinor,
      });
    default:
      return neverTold(sale, event);
  }
};

/** There is no event id: what differs between two deliveries of one fact is anything else in the bytes. */
function order(sale: Sale, eventId: string) {
  return {
    'meta.webhook_id': eventId,
    'meta.custom_data': sale.checkoutId === null ? {} : { checkout_id: sale.checkoutId },
    'data.id': sale.seed,
    [attribute('customer_id')]: sale.customerId,
    [attribute('currency')]: sale.currency,
    [attribute('subtotal')]: listedMinor(sale),
    [attribute('discount_total')]: sale.discountMinor,
    [attribute('tax')]: sale.taxMinor,
    [attribute('total')]: amountMinor(sale),
    [attribute('first_order_item.variant_id')]: sale.providerPriceId,
    [attribute('first_order_item.quantity')]: sale.quantity,
    [attribute('created_at')]: sale.paidAt,
  };
}
