import { second } from '../calendar';
import type { Happening, Standing } from '../happenings';
import {
  credited,
  dispute,
  failed,
  fullLines,
  heads,
  invoiceId,
  invoiceOf,
  link,
  paid,
  paymentId,
  refund,
  restLines,
  snapshot,
  stamp,
  total,
  update,
} from './stripe-pages';
import type { Page } from './teller';

/** https://docs.stripe.com/api/events/types */
export function tellStripe(happening: Happening): Page[] {
  const { at, standing, before } = happening;
  const unpaid: Standing = { ...standing, status: 'active' };
  switch (happening.kind) {
    case 'started':
      return [
        snapshot('customer.subscription.created.incomplete', at, standing, { 'data.object.status': 'incomplete' }),
        snapshot('customer.subscription.updated.incomplete_to_active', at + 3 * second, standing, {
          'data.previous_attributes': { status: 'incomplete' },
        }),
        link(at),
        ...paid('invoice.paid.subscription_create', happening.invoice),
      ];
    case 'trial_started':
      return [
        snapshot('customer.subscription.created.trialing', at, standing),
        link(at),
        ['invoice.paid.subscription_create.trial', { ...heads(happening.invoice), created: stamp(at + 2 * second) }],
      ];
    case 'converted':
      return [
        update('customer.subscription.updated.trial_to_active', at + 4 * second, standing, before),
        ...paid('invoice.paid.subscription_cycle.after_trial', happening.invoice),
      ];
    case 'renewed':
      return [
        update('customer.subscription.updated.renewed', at + 4 * second, standing, before),
        ['invoice.created.subscription_cycle.draft', { 'data.object.id': invoiceId(happening.invoice) }],
        ...paid('invoice.paid.subscription_cycle', happening.invoice),
        [
          'invoice.payment_succeeded.subscription_cycle',
          invoiceOf(happening.invoice, happening.invoice.paidAt + second),
        ],
      ];
    case 'failed':
      return [
        update('customer.subscription.updated.renewed', at + 4 * second, unpaid, before),
        failed(happening.invoice, happening.invoice.paidAt),
        update('customer.subscription.updated.past_due', happening.invoice.paidAt + second, standing, unpaid),
      ];
    case 'failed_again':
      return [failed(happening.invoice, at)];
    case 'recovered':
      return [
        ...paid('invoice.paid.subscription_cycle.recovered', happening.invoice),
        update('customer.subscription.updated.recovered', at + 3 * second, standing, before),
      ];
    case 'voided':
      return [
        happening.invoice.id % 2 === 0
          ? ['invoice.voided.subscription_cycle', invoiceOf(happening.invoice, at)]
          : ['invoice.marked_uncollectible.subscription_cycle', invoiceOf(happening.invoice, at)],
        ...(standing.status === before.status
          ? []
          : [update('customer.subscription.updated.recovered', at + second, standing, before)]),
      ];
    case 'skipped':
      return [
        update('customer.subscription.updated.renewed', at + 4 * second, standing, before),
        ['invoice.voided.subscription_cycle', invoiceOf(happening.invoice, at + 5 * second)],
      ];
    case 'changed':
      return [
        update('customer.subscription.updated.plan_change', at, standing, before),
        ...(happening.invoice.net > 0
          ? paid('invoice.paid.subscription_update', happening.invoice, restLines(happening.invoice, before))
          : [credited(happening.invoice, before)]),
      ];
    case 'replaced':
      return [
        update('customer.subscription.updated.plan_change', at, standing, before),
        ...paid(
          'invoice.paid.subscription_update.monthly_to_yearly',
          happening.invoice,
          fullLines(happening.invoice, before),
        ),
      ];
    case 'paused':
      return [update('customer.subscription.updated.pause_collection', at, standing, before)];
    case 'unpaused':
      return [update('customer.subscription.updated.renewed', at, standing, before)];
    case 'cancel_scheduled':
      return [update('customer.subscription.updated.cancel_at_period_end', at, standing, before)];
    case 'cancel_removed':
      return [update('customer.subscription.updated.uncancel', at, standing, before)];
    case 'ended':
      return [snapshot('customer.subscription.deleted', at + second, standing)];
    case 'refunded':
      return [
        refund('refund.created.taxed_partial', happening, 'succeeded'),
        refund('refund.updated', happening, 'succeeded'),
        [
          'charge.refunded.taxed_partial',
          {
            created: stamp(at + 2 * second),
            'data.object.payment_intent': paymentId(happening.invoice),
            'data.object.amount': total(happening.invoice),
            'data.object.amount_refunded': (total(happening.invoice) * happening.refund.quartersSoFar) / 4,
          },
        ],
      ];
    case 'refund_failed':
      return [refund('refund.failed.after_success', happening, 'failed')];
    case 'disputed':
      return ['created', 'funds_withdrawn', 'updated'].map((type, n) =>
        dispute(`charge.dispute.${type}`, happening.invoice, at + n * second),
      );
    case 'dispute_won':
      return [
        dispute('charge.dispute.closed.won', happening.invoice, at),
        dispute('charge.dispute.funds_reinstated', happening.invoice, at + second),
      ];
    case 'dispute_lost':
      return [dispute('charge.dispute.closed.lost', happening.invoice, at)];
    // A pause of Stripe's begins at once, and its cycles go on.
    case 'resumed':
    case 'pause_scheduled':
    case 'pause_removed':
      return [];
    default:
      return happening satisfies never;
  }
}
