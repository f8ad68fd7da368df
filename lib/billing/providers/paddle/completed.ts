import { z } from 'zod';
import type { Instant, PeriodPaid } from '../../events';
import { ignored, told, unreadable } from '../content';
import { instant } from '../fields';
import type { MessageContent } from '../provider';
import { type Item, isFullCycle, lineOf } from './item';
import { priceOf } from './price';
import { buyerOfTransaction, type Completed, completed } from './transaction';

const completedBody = z.object({ occurred_at: instant, data: completed });
type Body = z.infer<typeof completedBody>;

/** `transaction.completed` is the one event in which money counts; `origin` says for what. */
export function completedContent(body: unknown): MessageContent {
  const read = completedBody.safeParse(body);
  if (!read.success) return unreadable(read.error);
  switch (read.data.data.origin) {
    case 'web':
    case 'api':
      return read.data.data.subscription_id ? startContent(read.data) : purchaseContent(read.data);
    case 'subscription_charge':
      return purchaseContent(read.data);
    case 'subscription_recurring':
      return periodContent(read.data, 'cycle');
    case 'subscription_update':
      return updateContent(read.data);
    case 'subscription_payment_method_change':
      // Nothing, or the cycle that was past due.
      return isFree(read.data) ? ignored('nothing_was_paid') : periodContent(read.data, 'cycle');
    default:
      return unreadable('data.origin');
  }
}

/** Something bought once: a checkout without a subscription, or a charge on one. */
function purchaseContent({ occurred_at: occurredAt, data }: Body): MessageContent {
  const isPlan = data.items.some(({ cycle }) => cycle !== null);
  if (isPlan) return unreadable('data.subscription_id');
  if (data.items.some(({ quantity }) => quantity < 1)) return unreadable('data.items.quantity');
  const price = priceOf(data);
  if (price === null) return unreadable('data.details.totals');
  return told({
    kind: 'purchase_paid',
    occurredAt,
    purchaseKey: data.id,
    providerPaymentId: data.id,
    paidAt: paidAtOf(data, occurredAt),
    buyer: buyerOfTransaction(data),
    lines: data.items.map(lineOf),
    price,
  });
}

/** The first transaction of a trial charges nothing, and no discount is the reason. */
function startContent(body: Body): MessageContent {
  return isFree(body) ? ignored('trial_start') : periodContent(body, 'start');
}

/** A change of plan: a full cycle at once (monthly to yearly), or the difference for the rest of the period. */
function updateContent(body: Body): MessageContent {
  const { items, billing_period: period, details } = body.data;
  const isWhole = items.some(({ cycle, isProrated, quantity }) => cycle !== null && !isProrated && quantity > 0);
  if (isWhole && !period) return unreadable('data.billing_period');
  if (period && items.some((item) => isFullCycle(item, period))) return periodContent(body, 'update');
  if (details.totals.total < 0) return ignored('credited_to_balance');
  return isFree(body) ? ignored('nothing_was_paid') : prorationContent(body);
}

function periodContent({ occurred_at: occurredAt, data }: Body, reason: PeriodPaid['reason']): MessageContent {
  const { subscription_id: providerSubscriptionId, billing_period: period } = data;
  if (!providerSubscriptionId) return unreadable('data.subscription_id');
  if (!period) return unreadable('data.billing_period');
  const price = priceOf(data);
  if (price === null) return unreadable('data.details.totals');
  return told({
    kind: 'period_paid',
    occurredAt,
    providerSubscriptionId,
    buyer: buyerOfTransaction(data),
    renewalKey: data.id,
    providerInvoiceId: data.invoice_id,
    providerPaymentId: data.id,
    reason,
    period: { start: period.starts_at, end: period.ends_at },
    invoicedAt: data.billed_at ?? data.created_at,
    paidAt: paidAtOf(data, occurredAt),
    recovered: data.payments.some(({ status }) => status === 'error'),
    lines: ofThePeriod(data.items).map(lineOf),
    price,
    providerVersion: null,
  });
}

function prorationContent({ occurred_at: occurredAt, data }: Body): MessageContent {
  const { subscription_id: providerSubscriptionId } = data;
  if (!providerSubscriptionId) return unreadable('data.subscription_id');
  const price = priceOf(data);
  if (price === null) return unreadable('data.details.totals');
  const lines = linesOfProration(data);
  if (lines === null) return unreadable('data.details.line_items');
  return told({
    kind: 'proration_paid',
    occurredAt,
    providerSubscriptionId,
    buyer: buyerOfTransaction(data),
    prorationKey: data.id,
    providerPaymentId: data.id,
    paidAt: paidAtOf(data, occurredAt),
    lines,
    price,
  });
}

/** With tax and after discounts, so that the lines add up to what was paid. What is given back has a negative amount. */
function linesOfProration({ details }: Completed) {
  const lines = details.line_items.flatMap(({ price_id: providerPriceId, quantity, totals }) =>
    totals ? [{ providerPriceId, quantity: Math.abs(quantity), amountMinor: totals.total }] : [],
  );
  return lines.length > 0 && lines.length === details.line_items.length ? lines : null;
}

/** A renewal can also settle what changed in the period before: that is not what the new period was paid for. */
function ofThePeriod(items: readonly Item[]): readonly Item[] {
  const whole = items.filter(({ isProrated, quantity }) => !isProrated && quantity > 0);
  return whole.length > 0 ? whole : items;
}

/** When the last payment was captured; a full discount captures none. */
function paidAtOf({ payments, billed_at }: Completed, occurredAt: Instant): Instant {
  const captured = payments.flatMap(({ captured_at }) => captured_at ?? []).sort();
  return captured.at(-1) ?? billed_at ?? occurredAt;
}

function isFree({ data }: Body): boolean {
  return data.details.totals.total === 0 && data.details.totals.discount === 0;
}
