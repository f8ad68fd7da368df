import { instant, second } from '../calendar';
import type { Happening, Invoice, PlanName, Standing } from '../happenings';
import type { Page } from './teller';

const subscriptionId = '50b50000-0000-4000-8000-000000000001';
const numbers: Record<PlanName, string> = { pro_monthly: '1', business_monthly: '2', pro_yearly: '4' };
const product = (plan: PlanName) => `9d0d0000-0000-4000-8000-00000000000${numbers[plan]}`;
const price = (plan: PlanName) => `961ce000-0000-4000-8000-00000000000${numbers[plan]}`;

export function tellPolar(happening: Happening, scope: string): Page[] {
  const { at, standing } = happening;
  const told = (...names: string[]) => names.map((name) => subscription(name, at + second, standing));
  switch (happening.kind) {
    case 'started':
      return [
        subscription('subscription.created', at + second, standing),
        ...['subscription.updated.active', 'subscription.active'].map((name) =>
          subscription(name, at + 2 * second, standing),
        ),
        order('order.paid.subscription_create', happening),
      ];
    case 'trial_started':
      return [...told('subscription.created.trialing'), order('order.paid.subscription_create.trial', happening)];
    case 'converted':
      return [
        ...told('subscription.cycled.trial_converted'),
        order('order.paid.subscription_cycle.after_trial', happening),
      ];
    case 'renewed':
      return [
        ...told('subscription.cycled', 'subscription.updated.cycled'),
        order('order.created.subscription_cycle.pending', happening),
        order('order.updated.subscription_cycle.paid', happening),
        order('order.paid.subscription_cycle', happening),
      ];
    case 'failed':
      return [
        subscription('subscription.cycled', at + second, { ...standing, status: 'active' }),
        subscription('subscription.updated.cycled', at + second, { ...standing, status: 'active' }),
        order('order.created.subscription_cycle.pending_failed_later', happening),
        ...['subscription.past_due', 'subscription.updated.past_due'].map((name) =>
          subscription(name, at + 3 * second, standing),
        ),
      ];
    case 'recovered':
      return [
        ...told('subscription.updated.recovered', 'subscription.active.recovered'),
        order('order.updated.subscription_cycle.paid', happening),
        order('order.paid.subscription_cycle', happening),
      ];
    case 'voided':
      return [order('order.updated.void', happening)];
    case 'changed':
      return [
        ...told('subscription.updated.plan_change'),
        happening.invoice.net > 0
          ? order('order.paid.subscription_update', happening)
          : order('order.paid.subscription_update.downgrade', happening),
      ];
    case 'replaced':
      return [
        ...told('subscription.updated.plan_change'),
        order('order.paid.subscription_update.full_cycle', happening),
      ];
    case 'pause_scheduled':
      return told('subscription.updated.pause_scheduled');
    case 'pause_removed':
      return told('subscription.updated.active');
    case 'paused':
      return told('subscription.paused');
    case 'resumed':
      return [...told('subscription.resumed'), order('order.paid.subscription_cycle', happening)];
    case 'cancel_scheduled':
      return told('subscription.canceled.cancel_at_period_end', 'subscription.updated.cancel_at_period_end');
    case 'cancel_removed':
      return told('subscription.uncanceled');
    case 'ended':
      return told('subscription.revoked', 'subscription.updated.revoked');
    case 'refunded':
      return [refund('refund.created.taxed_half', happening, { scope, status: 'succeeded' }), refunded(happening)];
    case 'refund_failed':
      return [refund('refund.updated.failed', happening, { scope, status: 'failed' })];
    // Polar tells neither the attempts that fail after the first one nor a dispute, and a pause begins with the end of
    // the cycle.
    case 'failed_again':
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
    case 'skipped':
    case 'unpaused':
      return [];
    default:
      return happening satisfies never;
  }
}

const instantOrNull = (at: number | null) => (at === null ? null : instant(at));
const orderId = ({ id }: Invoice) => `0de40000-0000-4000-8000-0000000${String(id).padStart(5, '0')}`;

function subscription(name: string, at: number, standing: Standing): Page {
  const { plan, quantity } = standing;
  return [
    name,
    {
      timestamp: instant(at),
      'data.id': subscriptionId,
      'data.status': standing.status,
      'data.product_id': product(plan),
      'data.seats': quantity,
      'data.current_period_start': instant(standing.start),
      'data.current_period_end': instant(standing.end),
      'data.trial_end': instantOrNull(standing.trialEnd),
      'data.cancel_at_period_end': standing.cancelAt !== null,
      'data.ends_at': instantOrNull(standing.endedAt ?? standing.cancelAt),
      'data.ended_at': instantOrNull(standing.endedAt),
      'data.pause_at_period_end': standing.pausesAt !== null,
    },
  ];
}

type OfOrder = Happening & { invoice: Invoice };

function order(name: string, { kind, invoice, standing, before }: OfOrder): Page {
  const isFree = kind === 'trial_started';
  const { net, tax, credited } = isFree ? { net: 0, tax: 0, credited: 0 } : invoice;
  const items =
    kind === 'changed' || kind === 'replaced'
      ? [
          item(invoice, { plan: before.plan, amount: -credited, isProration: true }),
          item(invoice, { plan: invoice.plan, amount: net + credited, isProration: kind === 'changed' }),
        ]
      : [item(invoice, { plan: invoice.plan, amount: net, isProration: false })];
  return [
    name,
    {
      timestamp: instant(invoice.paidAt + second),
      'data.id': orderId(invoice),
      'data.created_at': instant(invoice.madeAt),
      'data.subscription_id': subscriptionId,
      'data.product_id': product(invoice.plan),
      'data.seats': invoice.quantity,
      'data.subtotal_amount': net,
      'data.net_amount': net,
      'data.tax_amount': tax,
      'data.total_amount': net + tax,
      'data.items': items,
      'data.subscription.id': subscriptionId,
      'data.subscription.seats': standing.quantity,
      'data.subscription.current_period_start': instant(standing.start),
      'data.subscription.current_period_end': instant(standing.end),
    },
  ];
}

function item(invoice: Invoice, of: { plan: PlanName; amount: number; isProration: boolean }) {
  return {
    created_at: instant(invoice.madeAt),
    label: of.isProration ? `Remaining time on ${of.plan}` : of.plan,
    amount: of.amount,
    tax_amount: 0,
    proration: of.isProration,
    product_price_id: price(of.plan),
    start_timestamp: instant(invoice.start),
    end_timestamp: instant(invoice.end),
  };
}

type OfRefund = Happening & { kind: 'refunded' | 'refund_failed' };

/** Polar tells what was refunded without the tax, and the tax beside it. */
function refund(
  name: string,
  { at, invoice, refund: { id, quarters } }: OfRefund,
  { scope, status }: { scope: string; status: string },
): Page {
  return [
    name,
    {
      timestamp: instant(at),
      'data.id': `4ef00000-0000-4000-8000-00${scope}${String(id).padStart(5, '0')}`,
      'data.order_id': orderId(invoice),
      'data.subscription_id': subscriptionId,
      'data.status': status,
      'data.amount': (invoice.net * quarters) / 4,
      'data.tax_amount': (invoice.tax * quarters) / 4,
    },
  ];
}

function refunded({ at, invoice, refund: { quartersSoFar } }: OfRefund): Page {
  return [
    'order.refunded.taxed_half',
    {
      timestamp: instant(at + second),
      'data.id': orderId(invoice),
      'data.subscription_id': subscriptionId,
      'data.net_amount': invoice.net,
      'data.tax_amount': invoice.tax,
      'data.total_amount': invoice.net + invoice.tax,
      'data.refunded_amount': (invoice.net * quartersSoFar) / 4,
      'data.refunded_tax_amount': (invoice.tax * quartersSoFar) / 4,
    },
  ];
}
