import { z } from 'zod';
import type { PaidPrice, PeriodPaid } from '../../events';
import type { MessageContent } from '../provider';
import { instant, optionalInstant, optionalReference } from './fields';
import { buyerOf, invoice, subscriptionOf } from './invoice-fields';
import { allLines, cycleLines, type InvoiceLine, invoiceLines } from './invoice-lines';
import { invoiceAmounts, priceOf } from './invoice-price';
import { ignored, reader, type StripeEvent, told, unreadable } from './reading';

const paidInvoice = z.object({
  ...invoice.shape,
  ...invoiceAmounts.shape,
  status: z.literal('paid'),
  billing_reason: z.string().nullish(),
  created: instant,
  attempt_count: z.int().nonnegative().nullish(),
  status_transitions: z.object({ paid_at: optionalInstant }).nullish(),
  /** Before API 2025-03-31. Since then `invoice_payment.paid` tells the payment, and `payments` where it was expanded. */
  payment_intent: optionalReference,
  payments: z
    .object({ data: z.array(z.object({ payment: z.object({ payment_intent: optionalReference }) })) })
    .nullish(),
  lines: invoiceLines,
});

type PaidInvoice = z.infer<typeof paidInvoice>;

interface Paid {
  object: PaidInvoice;
  event: StripeEvent;
  price: PaidPrice;
  providerSubscriptionId: string;
}

/** Reasons that move no period. The rest is either a known one or for a person. */
const noCycle: ReadonlySet<string> = new Set([
  'manual',
  'subscription_threshold',
  'automatic_pending_invoice_item_invoice',
]);

/** Only a paid cycle of a subscription is a period: its start, its renewal, or a full cycle inside an update. */
export const readInvoicePaid = reader(paidInvoice, (object, event) => {
  const providerSubscriptionId = subscriptionOf(object);
  if (providerSubscriptionId === null) return ignored('not_a_subscription');
  if (noCycle.has(object.billing_reason ?? '')) return ignored(`billing_reason_${object.billing_reason}`);
  const price = priceOf(object);
  if (price === null) return unreadable('data.object.total_taxes');
  const paid: Paid = { object, event, price, providerSubscriptionId };
  const lines = allLines(object.lines, event.fetched);
  if (lines === 'unreadable') return unreadable('fetched.invoiceLines');
  if (object.billing_reason === 'subscription_create') return readStart(paid, lines);
  if (object.billing_reason === 'subscription_cycle') return periodPaid(paid, 'cycle', lines && cycleLines(lines));
  if (object.billing_reason === 'subscription_update') return readUpdate(paid, lines);
  return unreadable('data.object.billing_reason');
});

/** A trial starts with an invoice of zero, to which no discount led: nothing was paid for. */
function readStart(paid: Paid, lines: InvoiceLine[] | null): MessageContent {
  const priced = lines && pricedCycleLines(lines);
  if (priced === null || priced.length > 0) return periodPaid(paid, 'start', priced);
  return ignored(paid.price.amountMinor === 0 ? 'trial_start' : 'no_paid_cycle');
}

/** A change of interval or anchor bills a full cycle beside the prorations; any other change prorations alone. */
function readUpdate(paid: Paid, lines: InvoiceLine[] | null): MessageContent {
  const priced = lines && pricedCycleLines(lines);
  if (lines === null || priced === null || priced.length > 0) return periodPaid(paid, 'update', priced);
  const prorations = lines.filter((line) => line.proration);
  return prorations.length > 0 ? prorationPaid(paid, prorations) : ignored('no_paid_cycle');
}

/** A trial puts its plan on the invoice for nothing. */
function pricedCycleLines(lines: readonly InvoiceLine[]): InvoiceLine[] {
  return cycleLines(lines).filter((line) => line.amountMinor > 0);
}

/** Null lines: the body holds the first ten only, and the rest has to be fetched. */
function periodPaid(paid: Paid, reason: PeriodPaid['reason'], lines: InvoiceLine[] | null): MessageContent {
  const { object, event, price, providerSubscriptionId } = paid;
  const periodLines = lines && periodLinesOf(lines);
  if (lines?.length === 0 || periodLines === 'unreadable') return unreadable('data.object.lines');
  return told({
    kind: 'period_paid',
    occurredAt: event.occurredAt,
    providerSubscriptionId,
    buyer: buyerOf(object),
    renewalKey: object.id,
    providerInvoiceId: object.id,
    providerPaymentId: paymentOf(object),
    reason,
    period: lines?.[0]?.period ?? null,
    invoicedAt: object.created,
    paidAt: object.status_transitions?.paid_at ?? event.occurredAt,
    recovered: (object.attempt_count ?? 0) > 1,
    lines: periodLines,
    price,
    providerVersion: null,
  });
}

function prorationPaid(
  { object, event, price, providerSubscriptionId }: Paid,
  prorations: InvoiceLine[],
): MessageContent {
  return told({
    kind: 'proration_paid',
    occurredAt: event.occurredAt,
    providerSubscriptionId,
    buyer: buyerOf(object),
    prorationKey: object.id,
    providerPaymentId: paymentOf(object),
    paidAt: object.status_transitions?.paid_at ?? event.occurredAt,
    // An extra without a price of the catalog's says nothing about the plan.
    lines: prorations.flatMap(({ providerPriceId, quantity, amountMinor }) =>
      providerPriceId === null ? [] : [{ providerPriceId, quantity, amountMinor }],
    ),
    price,
  });
}

/** Items with intervals of their own are paid for periods of their own. */
function periodLinesOf(lines: readonly InvoiceLine[]): NonNullable<PeriodPaid['lines']> | 'unreadable' {
  const mixed = new Set(lines.map(({ period }) => `${period.start} ${period.end}`)).size > 1;
  const told: NonNullable<PeriodPaid['lines']> = [];
  for (const { providerPriceId, quantity, period } of lines) {
    if (providerPriceId === null) return 'unreadable';
    told.push({ providerPriceId, quantity, amountChosenByBuyer: false, ...(mixed ? { period } : {}) });
  }
  return told;
}

function paymentOf(object: PaidInvoice): string | null {
  return object.payment_intent ?? object.payments?.data[0]?.payment.payment_intent ?? null;
}
