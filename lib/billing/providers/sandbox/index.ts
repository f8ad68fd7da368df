import type { BillingProvider } from '../provider';
import { createCheckout } from './checkout';
import { normalize } from './normalize';
import { verify } from './verify';

/**
 * The built-in provider: play money, real webhooks. Its hosted pages are ours, under `/sandbox`; what happens on them is
 * signed as a Standard Webhooks message and posted to our own endpoint, like any other provider's.
 *
 * A message, whose event id is the `webhook-id` header:
 *
 * ```json
 * { "type": "checkout.paid", "created_at": "2026-09-20T14:02:10.600000Z", "environment": "test", "data": { } }
 * ```
 *
 * | type | data |
 * |---|---|
 * | `checkout.paid` | `checkout_id` (our intent), `session_id`, `payment_id` (null at a full discount), `customer_id`, `currency`, `subtotal_minor`, `discount_minor`, `tax_minor`, `amount_minor`, `lines` of `{ price_id, quantity }` |
 * | `checkout.pending`, `checkout.failed`, `checkout.expired` | `checkout_id`, `session_id`, `customer_id` |
 * | `refund.succeeded`, `refund.failed` | `refund_id`, `payment_id`, `currency`, `amount_minor` of this refund, `payment_amount_minor` |
 * | `dispute.opened`, `dispute.won`, `dispute.lost` | `dispute_id`, `payment_id`, `currency`, `amount_minor`, `payment_amount_minor` |
 *
 * Amounts are minor units with tax. A session (`sbx_cs_…`) is paid at most once, by one payment (`sbx_pay_…`).
 */
export const sandbox: BillingProvider = {
  name: 'sandbox',
  eventIdSource: 'provider',
  verify,
  normalize,
  createCheckout,
};
