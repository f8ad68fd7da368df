import type { BillingProvider } from '../provider';
import { sandboxCharger } from './charger';
import { normalize } from './normalize';
import { sandboxSeller } from './seller';
import { sign } from './sign';
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
 * | `checkout.completed` | `subscription_id` and the three above: the session led to a subscription |
 * | `subscription.created`, `.active`, `.updated`, `.past_due`, `.paused`, `.resumed`, `.canceled` | the four above, `status`, `items` of `{ price_id, quantity }`, `started_at`, `current_period_start`, `current_period_end`, `trial_end`, `cancel_at_period_end`, `cancel_at`, `ended_at` |
 * | `period.paid` | the four, `invoice_id`, `attempt`, `reason` (`start`, `cycle`, or `update` for a cycle that a change of plan began), `period_start`, `period_end`, payment and amounts as in `checkout.paid`, `lines` |
 * | `period.failed` | the four, `invoice_id`, `attempt`, `action_required`, `next_attempt_at` |
 * | `period.voided` | the four, `invoice_id`, `period_start`, `period_end`, `reason` (`voided`, `uncollectible`) |
 * | `proration.paid` | the four, `invoice_id`, payment and amounts, `lines` of `{ price_id, quantity, amount_minor }` |
 * | `charge.succeeded`, `charge.failed` | `payment_id`, `amount_minor`, `currency`, `customer_id`, `metadata` as it was sent with the charge; `code` where it failed |
 * | `payment_method.saved` | `setup_id` (our intent), `provider_setup_id`, `customer_id`, `payment_method_id`, `brand`, `last4`, `exp_month`, `exp_year` |
 * | `refund.succeeded`, `refund.failed` | `refund_id`, `payment_id`, `currency`, `amount_minor` of this refund, `payment_amount_minor`; `subscription_id` where the payment was a subscription's |
 * | `dispute.opened`, `dispute.won`, `dispute.lost` | `dispute_id`, `payment_id`, `currency`, `amount_minor`, `payment_amount_minor`; `subscription_id` as in a refund |
 *
 * Amounts are minor units with tax. A session (`sbx_cs_…`) is paid at most once, by one payment (`sbx_pay_…`). An invoice
 * (`sbx_inv_…`) keeps its id through every attempt to collect it; `created_at` of a paid message is when it was paid.
 *
 * It has no interface to be read: what it sold stands in our own tables, and its webhooks are ours to send again.
 */
export const sandbox: BillingProvider = {
  name: 'sandbox',
  eventIdSource: 'provider',
  verify,
  normalize,
  sign,
  sell: sandboxSeller,
  read: null,
  charge: sandboxCharger,
  // The lab charges its cards (lab/saved-card.ts): they are rows of ours.
  chargeCard: null,
};
