import { instant, second } from '../calendar';
import { type Happening, type Invoice, type PlanName, plans, type Standing } from '../happenings';
import type { Page } from './teller';

const subscriptionId = 'sub_01k4acme0001paddle00000000';
const prices: Record<PlanName, string> = {
  pro_monthly: 'pri_01k4acme0001paddle00000000',
  business_monthly: 'pri_01k4acme0002paddle00000000',
  pro_yearly: 'pri_01k4acme0005paddle00000000',
};

export function tellPaddle(happening: Happening): Page[] {
  const { at, standing } = happening;
  const later = at + 6 * second;
  switch (happening.kind) {
    case 'started':
      return [
        subscription('subscription.created', at + 4 * second, standing),
        subscription('subscription.activated', at + 5 * second, standing),
        completed('transaction.completed.subscription_create', happening.invoice),
      ];
    case 'trial_started':
      return [
        subscription('subscription.created.trialing', at + 4 * second, standing),
        subscription('subscription.trialing', at + 5 * second, standing),
        ['transaction.completed.subscription_create.trial', heads(happening.invoice, at + 3 * second)],
      ];
    case 'converted':
      return [
        subscription('subscription.activated.after_trial', later, standing),
        completed('transaction.completed.subscription_recurring.after_trial', happening.invoice),
      ];
    case 'renewed':
      return [
        subscription('subscription.updated.renewed', later, standing),
        transaction('transaction.billed.subscription_recurring', happening.invoice, at),
        transaction('transaction.paid.subscription_recurring', happening.invoice, happening.invoice.paidAt),
        completed('transaction.completed.subscription_recurring', happening.invoice),
      ];
    case 'failed':
      return [
        subscription('subscription.updated.renewed', at + second, { ...standing, status: 'active' }),
        transaction('transaction.payment_failed.subscription_recurring', happening.invoice, at + 5 * second),
        subscription('subscription.updated.past_due', later, standing),
        subscription('subscription.past_due', later, standing),
        transaction('transaction.past_due.subscription_recurring', happening.invoice, later),
      ];
    case 'failed_again':
      return [transaction('transaction.payment_failed.subscription_recurring', happening.invoice, at)];
    case 'recovered':
      return [
        completed('transaction.completed.subscription_recurring.recovered', happening.invoice),
        subscription('subscription.updated.recovered', later, standing),
      ];
    case 'voided':
      return [
        transaction('transaction.canceled.subscription_recurring', happening.invoice, at),
        subscription('subscription.updated.recovered', at + second, standing),
      ];
    case 'changed':
      return [
        subscription('subscription.updated.plan_change', at + second, standing),
        rest(
          happening.invoice.net > 0
            ? 'transaction.completed.subscription_update.both_sides'
            : 'transaction.completed.subscription_update.credited',
          happening,
        ),
      ];
    case 'replaced':
      return [
        subscription('subscription.updated.plan_change', at + second, standing),
        rest('transaction.completed.subscription_update.full_cycle', happening),
      ];
    case 'pause_scheduled':
      return [subscription('subscription.updated.pause_scheduled', at, standing)];
    case 'pause_removed':
      return [subscription('subscription.updated.cancel_removed', at, standing)];
    case 'paused':
      return [subscription('subscription.paused', at + second, standing)];
    case 'resumed':
      return [
        subscription('subscription.resumed', at + second, standing),
        completed('transaction.completed.subscription_recurring', happening.invoice),
      ];
    case 'cancel_scheduled':
      return [subscription('subscription.updated.cancel_scheduled', at, standing)];
    case 'cancel_removed':
      return [subscription('subscription.updated.cancel_removed', at, standing)];
    case 'ended':
      return [subscription('subscription.canceled', at + second, standing)];
    case 'refunded':
      return [
        adjustment('adjustment.created.refund_partial.pending', happening, at),
        adjustment('adjustment.updated.refund_taxed_partial.approved', happening, at + second),
      ];
    case 'refund_failed':
      return [adjustment('adjustment.updated.refund_partial.reversed', happening, at)];
    case 'disputed':
      return [chargeback('adjustment.created.subscription_chargeback', happening.invoice, at)];
    case 'dispute_won':
      return [chargeback('adjustment.created.chargeback_reverse', happening.invoice, at)];
    // Paddle never says that a chargeback is lost, and a pause begins with the end of the cycle.
    case 'dispute_lost':
    case 'skipped':
    case 'unpaused':
      return [];
    default:
      return happening satisfies never;
  }
}

const total = ({ net, tax }: Invoice) => net + tax;
const transactionId = ({ id }: Invoice) => `txn_01k4acme${String(id).padStart(4, '0')}paddle00000000`;

function subscription(name: string, at: number, standing: Standing): Page {
  const { status, plan, quantity, start, end, trialEnd, cancelAt, pausesAt, endedAt, startedAt } = standing;
  const isRunning = status !== 'paused' && status !== 'canceled';
  const change =
    cancelAt !== null
      ? { action: 'cancel', effective_at: instant(cancelAt), resume_at: null }
      : pausesAt !== null && { action: 'pause', effective_at: instant(pausesAt), resume_at: null };
  const trial = trialEnd === null ? null : { starts_at: instant(startedAt), ends_at: instant(trialEnd) };
  return [
    name,
    {
      occurred_at: instant(at),
      'data.id': subscriptionId,
      'data.status': status,
      'data.items.0.price.id': prices[plan],
      'data.items.0.quantity': quantity,
      'data.items.0.trial_dates': trial,
      'data.current_billing_period': isRunning ? { starts_at: instant(start), ends_at: instant(end) } : null,
      'data.scheduled_change': isRunning && change ? change : null,
      'data.canceled_at': endedAt === null ? null : instant(endedAt),
    },
  ];
}

function heads(invoice: Invoice, at: number): Page[1] {
  const { start, end, madeAt } = invoice;
  return {
    occurred_at: instant(at),
    'data.id': transactionId(invoice),
    'data.subscription_id': subscriptionId,
    'data.billing_period': { starts_at: instant(start), ends_at: instant(end) },
    'data.created_at': instant(madeAt),
    'data.billed_at': instant(madeAt),
  };
}

/** A transaction of a whole cycle, in any state. */
function transaction(name: string, invoice: Invoice, at: number): Page {
  const { plan, quantity } = invoice;
  return [
    name,
    {
      ...heads(invoice, at),
      ...totals(invoice),
      'data.items.0.price.id': prices[plan],
      'data.items.0.price_id': prices[plan],
      'data.items.0.quantity': quantity,
      'data.items.0.price.unit_price.amount': String(plans[plan].net),
      'data.items.0.price.billing_cycle.interval': plans[plan].months === 1 ? 'month' : 'year',
    },
  ];
}

function completed(name: string, invoice: Invoice): Page {
  const [, changes] = transaction(name, invoice, invoice.paidAt + second);
  return [
    name,
    {
      ...changes,
      'data.details.line_items.0.price_id': prices[invoice.plan],
      'data.details.line_items.0.quantity': invoice.quantity,
      'data.payments': payments(invoice),
    },
  ];
}

/** Attempts that failed, and the one that did not. */
function payments({ attempts, paidAt }: Invoice) {
  const failed = Array.from({ length: attempts - 1 }, () => ({ status: 'error', captured_at: null }));
  return [...failed, { status: 'captured', captured_at: instant(paidAt) }];
}

function totals(invoice: Invoice): Page[1] {
  const { net, tax } = invoice;
  return {
    'data.details.totals.subtotal': String(net),
    'data.details.totals.tax': String(tax),
    'data.details.totals.total': String(total(invoice)),
    'data.details.totals.grand_total': String(Math.max(total(invoice), 0)),
  };
}

/** What the new plan costs, and what is left of the old one. */
function rest(name: string, { invoice, before }: Happening & { invoice: Invoice }): Page {
  const { plan, quantity, net, tax, credited, start, end } = invoice;
  const proration = { rate: '0.691', billing_period: { starts_at: instant(start), ends_at: instant(before.end) } };
  const isWhole = end !== before.end;
  const rate = 1 + tax / net;
  const item = (n: number, of: { plan: PlanName; quantity: number; minor: number; whole: boolean }): Page[1] => ({
    [`data.items.${n}.price.id`]: prices[of.plan],
    [`data.items.${n}.price_id`]: prices[of.plan],
    [`data.items.${n}.quantity`]: of.quantity,
    [`data.items.${n}.proration`]: of.whole ? null : proration,
    [`data.items.${n}.price.billing_cycle.interval`]: plans[of.plan].months === 1 ? 'month' : 'year',
    [`data.details.line_items.${n}.price_id`]: prices[of.plan],
    [`data.details.line_items.${n}.quantity`]: of.quantity,
    [`data.details.line_items.${n}.totals.total`]: String(Math.round(of.minor * rate)),
  });
  return [
    name,
    {
      ...heads(invoice, invoice.paidAt + second),
      ...totals(invoice),
      ...item(0, { plan, quantity, minor: net + credited, whole: isWhole }),
      ...item(1, { plan: before.plan, quantity: -before.quantity, minor: -credited, whole: false }),
      'data.payments': net > 0 ? payments(invoice) : [],
    },
  ];
}

function adjustment(
  name: string,
  { invoice, refund }: Happening & { kind: 'refunded' | 'refund_failed' },
  at: number,
): Page {
  const money = String((total(invoice) * refund.quarters) / 4);
  const id = `adj_01k4acme${String(refund.id).padStart(4, '0')}paddle00000000`;
  return [name, { ...reversed(invoice, at), 'data.id': id, 'data.totals.total': money }];
}

function chargeback(name: string, invoice: Invoice, at: number): Page {
  const number = invoice.id + (name.endsWith('reverse') ? 6000 : 5000);
  const id = `adj_01k4acme${number}paddle00000000`;
  return [name, { ...reversed(invoice, at), 'data.id': id, 'data.totals.total': String(total(invoice)) }];
}

function reversed(invoice: Invoice, at: number): Page[1] {
  return {
    occurred_at: instant(at),
    'data.transaction_id': transactionId(invoice),
    'data.subscription_id': subscriptionId,
  };
}
