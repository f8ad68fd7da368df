import { instant, second } from '../calendar';
import type { Happening, Invoice, PlanName, Standing } from '../happenings';
import type { Page } from './teller';

const variants: Record<PlanName, number> = { pro_monthly: 700001, business_monthly: 700002, pro_yearly: 700004 };
const at = 'data.attributes';

export function tellLemonSqueezy(happening: Happening): Page[] {
  const { standing } = happening;
  const later = happening.at + 5 * second;
  const told = (...names: string[]) => names.map((name) => subscription(name, later, standing));
  switch (happening.kind) {
    case 'started':
      return [
        order('order_created.subscription', happening.invoice),
        ...told('subscription_created', 'subscription_updated.created'),
        invoice('subscription_payment_success.initial', happening.invoice),
      ];
    case 'trial_started':
      return [
        ['order_created.trial', { 'data.id': '6859001' }],
        ...told('subscription_created.trial'),
        invoice('subscription_payment_success.initial.trial', { ...happening.invoice, net: 0, tax: 0 }),
      ];
    case 'converted':
      return [
        ...told('subscription_updated.renewed'),
        invoice('subscription_payment_success.renewal.after_trial', happening.invoice),
      ];
    case 'renewed':
      return [
        ...told('subscription_updated.renewed'),
        invoice('subscription_payment_success.renewal', happening.invoice),
      ];
    case 'failed':
    case 'failed_again':
      return [
        invoice('subscription_payment_failed.renewal', { ...happening.invoice, paidAt: happening.at }),
        ...told('subscription_updated.past_due'),
      ];
    case 'recovered':
      return [
        invoice('subscription_payment_recovered', happening.invoice),
        invoice('subscription_payment_success.renewal.recovered', happening.invoice),
        ...told('subscription_updated.recovered'),
      ];
    case 'changed':
      return [
        ...told('subscription_updated.plan_change'),
        ...(happening.invoice.net > 0 ? [invoice('subscription_payment_success.updated', happening.invoice)] : []),
      ];
    case 'paused':
      return told('subscription_paused', 'subscription_updated.paused');
    case 'unpaused':
      return told('subscription_unpaused', 'subscription_updated.resumed');
    case 'cancel_scheduled':
      return told('subscription_cancelled', 'subscription_updated.cancelled');
    case 'cancel_removed':
      return told('subscription_resumed', 'subscription_updated.resumed');
    case 'ended':
      return told('subscription_expired');
    case 'refunded':
      return refunded(happening);
    // Lemon Squeezy tells neither an invoice that is given up, nor a refund that fails, nor a dispute; its pauses begin
    // at once; and a change of the interval has an invoice without a period.
    case 'voided':
    case 'refund_failed':
    case 'disputed':
    case 'dispute_won':
    case 'dispute_lost':
    case 'skipped':
    case 'resumed':
    case 'replaced':
    case 'pause_scheduled':
    case 'pause_removed':
      return [];
    default:
      return happening satisfies never;
  }
}

const invoiceId = ({ id }: Invoice) => `5113${String(id).padStart(3, '0')}`;
const instantOrNull = (time: number | null) => (time === null ? null : instant(time));

function subscription(name: string, told: number, standing: Standing): Page {
  const { plan, quantity, startedAt, trialEnd, end, cancelAt, endedAt } = standing;
  return [
    name,
    {
      'data.id': '1652001',
      [`${at}.order_id`]: 6859001,
      [`${at}.variant_id`]: variants[plan],
      [`${at}.first_subscription_item.quantity`]: quantity,
      [`${at}.status`]: statusOf(standing),
      [`${at}.cancelled`]: cancelAt !== null,
      [`${at}.trial_ends_at`]: instantOrNull(trialEnd),
      // The next attempt, while a payment is outstanding.
      [`${at}.renews_at`]: instant(standing.status === 'past_due' ? told + 3 * 86_400_000 : end),
      [`${at}.ends_at`]: instantOrNull(endedAt ?? cancelAt),
      [`${at}.created_at`]: instant(startedAt),
      [`${at}.updated_at`]: instant(told),
    },
  ];
}

function statusOf({ status, cancelAt }: Standing): string {
  if (status === 'canceled') return 'expired';
  if (cancelAt !== null) return 'cancelled';
  return status === 'trialing' ? 'on_trial' : status;
}

function money({ net, tax }: Pick<Invoice, 'net' | 'tax'>): Page[1] {
  return { [`${at}.subtotal`]: net, [`${at}.tax`]: tax, [`${at}.total`]: net + tax };
}

function invoice(name: string, of: Invoice): Page {
  return [
    name,
    {
      ...money(of),
      'data.id': invoiceId(of),
      [`${at}.subscription_id`]: 1652001,
      [`${at}.created_at`]: instant(of.madeAt),
      [`${at}.updated_at`]: instant(of.paidAt),
    },
  ];
}

/** The first payment is an order too. */
function order(name: string, of: Invoice): Page {
  return [
    name,
    {
      ...money(of),
      'data.id': '6859001',
      [`${at}.first_order_item.variant_id`]: variants[of.plan],
      [`${at}.first_order_item.quantity`]: of.quantity,
      [`${at}.created_at`]: instant(of.madeAt),
      [`${at}.updated_at`]: instant(of.paidAt),
    },
  ];
}

/** Running totals; of the first payment both as an invoice and as an order. */
function refunded({ at: told, invoice: of, refund }: Happening & { kind: 'refunded' | 'refund_failed' }): Page[] {
  const back = {
    [`${at}.refunded_amount`]: ((of.net + of.tax) * refund.quartersSoFar) / 4,
    [`${at}.status`]: refund.quartersSoFar === 4 ? 'refunded' : 'partial_refund',
    [`${at}.updated_at`]: instant(told),
  };
  const name = of.isFirst ? 'subscription_payment_refunded.initial' : 'subscription_payment_refunded.partial';
  const [, ofInvoice] = invoice(name, of);
  const [, ofOrder] = order('order_refunded.subscription', of);
  const pages: Page[] = [[name, { ...ofInvoice, ...back }]];
  return of.isFirst ? [...pages, ['order_refunded.subscription', { ...ofOrder, ...back }]] : pages;
}
