import type { Transaction } from '@/db/client';
import { recordProration } from '../credits/proration';
import type { InvoicePaymentLinked, ProrationPaid, SubscriptionLinked } from '../events';
import { type Applying, keys, type Outcome } from '../webhooks/outcome';
import { isPlanChange } from './audits';
import { settleCurrent } from './current';
import { openSubscription } from './open';
import { linkPeriodPayment, lockPeriodOfInvoice } from './periods';

/** A hosted checkout of ours led to this subscription: it says whose it is. It moves no money. */
export async function linkSubscription(
  tx: Transaction,
  applying: Applying,
  event: SubscriptionLinked,
): Promise<Outcome> {
  const opened = await openSubscription(tx, applying, event);
  if (opened.kind === 'refused') return opened.outcome;
  const { subscription, isNew, isLinked, created } = opened;
  const { id, teamId } = subscription;
  const details = { subscriptionId: id };
  if (!isLinked) return { kind: 'duplicate', teamId, details };
  const before = isNew ? null : subscription;
  const cases = await settleCurrent(tx, applying, { before, after: subscription, at: event.occurredAt });
  return { kind: 'applied', teamId, created, cases, details };
}

/** A change within a period was paid for. */
export async function payPlanChange(tx: Transaction, applying: Applying, event: ProrationPaid): Promise<Outcome> {
  const opened = await openSubscription(tx, applying, event);
  if (opened.kind === 'refused') return opened.outcome;
  const outcome = await recordProration(tx, applying, event, opened.subscription);
  if (outcome.kind !== 'applied') return outcome;
  const invoice = keys.invoice(applying.provider, event.prorationKey);
  return { ...outcome, created: [...outcome.created, ...opened.created, invoice] };
}

/** Which payment settled an invoice, so that a refund of the payment finds the period. */
export async function linkInvoicePayment(
  tx: Transaction,
  applying: Applying,
  event: InvoicePaymentLinked,
): Promise<Outcome> {
  const { provider } = applying;
  const { providerInvoiceId, providerPaymentId } = event;
  const found = await lockPeriodOfInvoice(tx, provider, providerInvoiceId);
  if (!found && (await isPlanChange(tx, provider, providerInvoiceId)))
    return { kind: 'ignored', reason: 'invoice_of_a_plan_change' };
  if (!found)
    return { kind: 'waiting', code: 'unknown_payment', waitingFor: [keys.invoice(provider, providerInvoiceId)] };
  const { teamId } = found;
  const { id: billingPeriodId, subscriptionId } = found.period;
  const details = { subscriptionId, billingPeriodId, providerPaymentId };
  if (found.period.providerPaymentId === providerPaymentId) return { kind: 'duplicate', teamId, details };
  if (found.period.providerPaymentId !== null) return { kind: 'ignored', reason: 'another_payment_of_the_invoice' };
  await linkPeriodPayment(tx, found.period.id, providerPaymentId);
  return { kind: 'applied', teamId, created: [keys.payment(provider, providerPaymentId)], cases: [], details };
}
