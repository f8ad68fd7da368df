import type { Transaction } from '@/db/client';
import { recordPurchase } from '../credits/purchase';
import { recordReversal } from '../credits/reverse';
import { recordCustomerDeleted } from '../customers/deleted';
import { resolveBuyer } from '../customers/resolve';
import type { BillingEvent, CheckoutProgressed } from '../events';
import { markCheckout } from '../intents';
import { savePaymentMethod } from '../renewals/save-method';
import { recordFailure, recordVoid } from '../subscriptions/failures';
import { linkInvoicePayment, linkSubscription, payPlanChange } from '../subscriptions/links';
import { recordPeriod } from '../subscriptions/renew';
import { applySnapshot } from '../subscriptions/snapshot';
import { paymentOf } from './deleted-team';
import { customersOf, keysOf } from './keys-of';
import { lockKeys } from './locks';
import type { Applying, Outcome } from './outcome';

/**
 * Applies the events of one delivery as one unit. The first that waits or parks decides for all, and the caller rolls
 * back to its savepoint; otherwise the strongest outcome stands for the unit.
 */
export async function applyEvents(
  tx: Transaction,
  applying: Applying,
  events: readonly BillingEvent[],
): Promise<Outcome> {
  // Sent ahead and not waited for: the server takes the locks before it runs what comes after them.
  const [, outcome] = await Promise.all([lockEvents(tx, applying, events), applyInTurn(tx, applying, events)]);
  return outcome;
}

async function applyInTurn(tx: Transaction, applying: Applying, events: readonly BillingEvent[]): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const event of events) {
    const outcome = await applyEvent(tx, applying, event);
    if (isUndone(outcome)) return outcome;
    outcomes.push(withPayment(outcome, event));
  }
  return combine(outcomes);
}

function withPayment(outcome: Outcome, event: BillingEvent): Outcome {
  if (outcome.kind !== 'applied') return outcome;
  const payment = paymentOf(event);
  return payment ? { ...outcome, payments: [payment] } : outcome;
}

/**
 * Locks every key that the events name or may wait for, until the transaction or a savepoint around it is undone.
 * Customers are shared, so that one customer's payments need not queue: what they create of it they create once. But
 * that nothing is known of a customer is sure only under `lockEventsExclusively`.
 */
async function lockEvents(tx: Transaction, { provider }: Applying, events: readonly BillingEvent[]): Promise<void> {
  await lockKeys(tx, keysOf(provider, events), customersOf(provider, events));
}

/** As `lockEvents`, with no key shared: under these locks, what is missing has not been created. */
export async function lockEventsExclusively(
  tx: Transaction,
  { provider }: Applying,
  events: readonly BillingEvent[],
): Promise<void> {
  await lockKeys(tx, keysOf(provider, events));
}

/** Nothing of a unit that waits or is parked may stay. */
export function isUndone(outcome: Outcome): boolean {
  return outcome.kind === 'waiting' || outcome.kind === 'parked';
}

async function applyEvent(tx: Transaction, applying: Applying, event: BillingEvent): Promise<Outcome> {
  switch (event.kind) {
    case 'purchase_paid':
      return recordPurchase(tx, applying, event);
    case 'checkout_progressed':
      return progressCheckout(tx, applying, event);
    case 'payment_refunded':
    case 'payment_disputed':
      return recordReversal(tx, applying, event);
    case 'subscription_snapshot':
      return applySnapshot(tx, applying, event);
    case 'period_paid':
      return recordPeriod(tx, applying, event);
    case 'proration_paid':
      return payPlanChange(tx, applying, event);
    case 'period_payment_failed':
      return recordFailure(tx, applying, event);
    case 'period_voided':
      return recordVoid(tx, applying, event);
    case 'payment_method_saved':
      return savePaymentMethod(tx, applying, event);
    case 'subscription_linked':
      return linkSubscription(tx, applying, event);
    case 'invoice_payment_linked':
      return linkInvoicePayment(tx, applying, event);
    case 'customer_deleted':
      return recordCustomerDeleted(tx, applying, event);
    default:
      return event satisfies never;
  }
}

/** No money moved: without an intent of ours there is nothing to say about it. */
async function progressCheckout(tx: Transaction, applying: Applying, event: CheckoutProgressed): Promise<Outcome> {
  const identity = await resolveBuyer(tx, applying, event.buyer);
  if (identity.kind !== 'known' || !identity.intent) return { kind: 'ignored', reason: 'no_intent' };
  const { id: checkoutId, teamId, state, updatedAt } = identity.intent;
  if (await markCheckout(tx, { checkoutId, state: event.state, at: applying.now })) {
    return { kind: 'applied', teamId, created: [], cases: [], details: { checkoutId, state: event.state } };
  }
  if (state === event.state) return { kind: 'duplicate', teamId, details: { checkoutId } };
  return { kind: 'stale', teamId, details: { told: event.occurredAt, held: updatedAt.toISOString() } };
}

function combine(outcomes: readonly Outcome[]): Outcome {
  const applied = outcomes.filter((outcome) => outcome.kind === 'applied');
  const [first] = applied;
  if (first) {
    return {
      ...first,
      // The first one's word stands where two tell the same thing.
      details: Object.assign({}, ...applied.map(({ details }) => details).reverse()),
      created: applied.flatMap(({ created }) => created),
      cases: applied.flatMap(({ cases }) => cases),
      payments: applied.flatMap(({ payments = [] }) => payments),
    };
  }
  const strongest = (['duplicate', 'stale', 'ignored'] as const).flatMap((kind) =>
    outcomes.filter((outcome) => outcome.kind === kind),
  );
  return strongest[0] ?? { kind: 'ignored', reason: 'no_events' };
}
