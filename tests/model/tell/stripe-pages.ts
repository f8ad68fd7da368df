import { second } from '../calendar';
import type { Happening, Invoice, PlanName, Standing } from '../happenings';
import type { Page } from './teller';

const subscriptionId = 'sub_1SAcme00000000000000001';
const prices: Record<PlanName, string> = {
  pro_monthly: 'price_1SProMonthly0000000001',
  business_monthly: 'price_1SBizMonthly0000000001',
  pro_yearly: 'price_1SProYearly00000000001',
};

export const stamp = (at: number) => at / second;
const stampOrNull = (at: number | null) => (at === null ? null : stamp(at));
export const invoiceId = ({ id }: Invoice) => `in_1SAcme${String(id).padStart(18, '0')}`;
export const paymentId = ({ id }: Invoice) => `pi_3SAcmeRenewal${String(id).padStart(12, '0')}`;
export const total = ({ net, tax }: Invoice) => net + tax;

export function snapshot(name: string, at: number, standing: Standing, changes: Page[1] = {}): Page {
  return [
    name,
    {
      created: stamp(at),
      'data.object.id': subscriptionId,
      'data.object.status': standing.status === 'paused' ? 'active' : standing.status,
      'data.object.pause_collection': standing.status === 'paused' ? { behavior: 'void', resumes_at: null } : null,
      'data.object.items.data.0.price.id': prices[standing.plan],
      'data.object.items.data.0.quantity': standing.quantity,
      'data.object.items.data.0.current_period_start': stamp(standing.start),
      'data.object.items.data.0.current_period_end': stamp(standing.end),
      'data.object.cancel_at_period_end': standing.cancelAt !== null,
      'data.object.cancel_at': stampOrNull(standing.cancelAt),
      'data.object.trial_end': stampOrNull(standing.trialEnd),
      'data.object.ended_at': stampOrNull(standing.endedAt),
      ...changes,
    },
  ];
}

/** Stripe says what an update changed, with the values before it. */
export function update(name: string, at: number, standing: Standing, before: Standing): Page {
  const item = {
    price: { id: prices[before.plan] },
    quantity: before.quantity,
    current_period_start: stamp(before.start),
    current_period_end: stamp(before.end),
  };
  const hasOtherItem = (['plan', 'quantity', 'start', 'end'] as const).some((key) => standing[key] !== before[key]);
  const isPausing = (standing.status === 'paused') !== (before.status === 'paused');
  const previous = {
    ...(hasOtherItem ? { items: { data: [item] } } : {}),
    ...(isPausing ? { pause_collection: before.status === 'paused' ? { behavior: 'void' } : null } : {}),
    ...(!isPausing && standing.status !== before.status ? { status: before.status } : {}),
    ...(standing.cancelAt === before.cancelAt
      ? {}
      : { cancel_at: stampOrNull(before.cancelAt), cancel_at_period_end: before.cancelAt !== null }),
  };
  return snapshot(name, at, standing, { 'data.previous_attributes': previous });
}

export function link(at: number): Page {
  return [
    'checkout.session.completed.subscription',
    { created: stamp(at + 4 * second), 'data.object.subscription': subscriptionId },
  ];
}

/** The invoice, and the payment that settled it. */
export function paid(name: string, invoice: Invoice, lines: Page[1] = {}): Page[] {
  const paidAt = invoice.paidAt + second;
  const payment = {
    'data.object.invoice': invoiceId(invoice),
    'data.object.payment.payment_intent': paymentId(invoice),
  };
  return [
    [
      name,
      { ...invoiceOf(invoice, paidAt), 'data.object.status_transitions.paid_at': stamp(invoice.paidAt), ...lines },
    ],
    ['invoice_payment.paid', { created: stamp(paidAt), ...payment }],
  ];
}

export function heads(invoice: Invoice): Page[1] {
  return {
    'data.object.id': invoiceId(invoice),
    'data.object.parent.subscription_details.subscription': subscriptionId,
    'data.object.created': stamp(invoice.madeAt),
  };
}

export function invoiceOf(invoice: Invoice, at: number): Page[1] {
  const { net, tax, attempts } = invoice;
  return {
    ...heads(invoice),
    created: stamp(at),
    'data.object.attempt_count': attempts,
    'data.object.subtotal': net,
    'data.object.total': total(invoice),
    'data.object.total_taxes': tax === 0 ? [] : [{ amount: tax, tax_behavior: 'exclusive', taxable_amount: net }],
    ...line(0, { ...invoice, net }),
  };
}

function line(n: number, of: Pick<Invoice, 'plan' | 'quantity' | 'net' | 'start' | 'end'>): Page[1] {
  const path = `data.object.lines.data.${n}`;
  return {
    [`${path}.amount`]: of.net,
    [`${path}.quantity`]: of.quantity,
    [`${path}.period`]: { start: stamp(of.start), end: stamp(of.end) },
    [`${path}.pricing.price_details.price`]: prices[of.plan],
  };
}

/** What is left of the old plan, and the new one for the same time. */
export function restLines(invoice: Invoice, { plan, quantity }: Standing): Page[1] {
  const { credited, net } = invoice;
  return {
    ...line(0, { ...invoice, plan, quantity, net: -credited }),
    ...line(1, { ...invoice, net: net + credited }),
  };
}

export function fullLines(invoice: Invoice, { plan, quantity, end }: Standing): Page[1] {
  const { credited, net } = invoice;
  const old = { ...invoice, plan, quantity, end, net: -credited };
  return { ...line(0, old), ...line(1, { ...invoice, net: net + credited }) };
}

/** More was left of the old plan than the new one costs: the customer's balance gets it. */
export function credited(invoice: Invoice, before: Standing): Page {
  const name = 'invoice.paid.subscription_update.downgrade';
  const taxes = { 'data.object.total_taxes': [] };
  const lines = { ...invoiceOf(invoice, invoice.paidAt), ...restLines(invoice, before) };
  return [name, { ...lines, ...taxes, 'data.object.status_transitions.paid_at': stamp(invoice.paidAt) }];
}

export function failed(invoice: Invoice, at: number): Page {
  return ['invoice.payment_failed.subscription_cycle', invoiceOf(invoice, at)];
}

export function refund(
  name: string,
  { at, invoice, refund: { id, quarters } }: Happening & { kind: 'refunded' | 'refund_failed' },
  status: string,
): Page {
  return [
    name,
    {
      created: stamp(at + second),
      'data.object.id': `re_3SAcmeCredits${String(id).padStart(12, '0')}`,
      'data.object.payment_intent': paymentId(invoice),
      'data.object.amount': (total(invoice) * quarters) / 4,
      'data.object.status': status,
    },
  ];
}

export function dispute(name: string, invoice: Invoice, at: number): Page {
  return [
    name,
    {
      created: stamp(at),
      'data.object.id': `du_1SAcmeDispute${String(invoice.id).padStart(13, '0')}`,
      'data.object.payment_intent': paymentId(invoice),
      'data.object.amount': total(invoice),
    },
  ];
}
