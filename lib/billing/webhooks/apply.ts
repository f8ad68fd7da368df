import { sql } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { prepared } from '@/db/prepared';
import { recordPurchase } from '../credits/purchase';
import { recordReversal } from '../credits/reverse';
import { buyerKeys, resolveBuyer } from '../customers/resolve';
import type { BillingEvent, CheckoutProgressed, ProviderName } from '../events';
import { markCheckout } from '../intents';
import { type Applying, keys, type Outcome } from './outcome';

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
    outcomes.push(outcome);
  }
  return combine(outcomes);
}

/**
 * Locks every key that the events name or may wait for, until the transaction or a savepoint around it is undone.
 * Customers are shared, so that one customer's payments need not queue: what they create of it they create once. But
 * that nothing is known of a customer is sure only under `lockEventsAlone`.
 */
async function lockEvents(tx: Transaction, { provider }: Applying, events: readonly BillingEvent[]): Promise<void> {
  await lockKeys(tx, { keys: keysOf(provider, events), shared: customersOf(provider, events) });
}

/** As `lockEvents`, but nobody else has any of the keys: what is missing now has not been created by anybody. */
export async function lockEventsAlone(
  tx: Transaction,
  { provider }: Applying,
  events: readonly BillingEvent[],
): Promise<void> {
  await lockKeys(tx, { keys: keysOf(provider, events), shared: [] });
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
    case 'period_paid':
    case 'proration_paid':
    case 'period_payment_failed':
    case 'period_voided':
    case 'subscription_linked':
    case 'invoice_payment_linked':
      return { kind: 'ignored', reason: 'not_yet' };
    default:
      return event satisfies never;
  }
}

/** No money moved: without an intent of ours there is nothing to say about it. */
async function progressCheckout(tx: Transaction, applying: Applying, event: CheckoutProgressed): Promise<Outcome> {
  const identity = await resolveBuyer(tx, applying.provider, event.buyer);
  if (identity.kind !== 'known' || !identity.intent) return { kind: 'ignored', reason: 'no_intent' };
  const { id: checkoutId, teamId, state, updatedAt } = identity.intent;
  if (await markCheckout(tx, { checkoutId, state: event.state, at: applying.now })) {
    return { kind: 'applied', teamId, created: [], cases: [], details: { checkoutId, state: event.state } };
  }
  if (state === event.state) return { kind: 'duplicate', teamId, details: { checkoutId } };
  return { kind: 'stale', teamId, details: { told: event.occurredAt, held: updatedAt.toISOString() } };
}

/** Every key that the events name or may wait for. */
function keysOf(provider: ProviderName, events: readonly BillingEvent[]): string[] {
  return events.flatMap((event) => {
    if (event.kind === 'purchase_paid') {
      const payment = event.providerPaymentId === null ? [] : [keys.payment(provider, event.providerPaymentId)];
      return [...buyerKeys(provider, event.buyer), keys.purchase(provider, event.purchaseKey), ...payment];
    }
    if (event.kind === 'checkout_progressed') return buyerKeys(provider, event.buyer);
    if (event.kind === 'payment_refunded' || event.kind === 'payment_disputed')
      return [keys.payment(provider, event.providerPaymentId)];
    return [];
  });
}

function customersOf(provider: ProviderName, events: readonly BillingEvent[]): string[] {
  return events.flatMap((event) => {
    const customerId = 'buyer' in event ? event.buyer.providerCustomerId : null;
    return customerId === null ? [] : [keys.customer(provider, customerId)];
  });
}

function combine(outcomes: readonly Outcome[]): Outcome {
  const applied = outcomes.filter((outcome) => outcome.kind === 'applied');
  const [first] = applied;
  if (first) {
    return {
      ...first,
      created: applied.flatMap(({ created }) => created),
      cases: applied.flatMap(({ cases }) => cases),
    };
  }
  const strongest = (['duplicate', 'stale', 'ignored'] as const).flatMap((kind) =>
    outcomes.filter((outcome) => outcome.kind === kind),
  );
  return strongest[0] ?? { kind: 'ignored', reason: 'no_events' };
}

const value = sql.placeholder;

// Sorted by what is locked, so that two deliveries that share keys never wait for each other in a circle.
const lockKeys = prepared(sql`
    select case when is_shared then pg_advisory_xact_lock_shared(hash) else pg_advisory_xact_lock(hash) end from (
      select hashtextextended(key, 0) as hash, bool_and(key = any(${value('shared')}::text[])) as is_shared
      from unnest(${value('keys')}::text[]) as key
      group by hash
      order by hash
    ) as sorted`);

/** Takes the locks on keys that are about to be created outside a delivery (a checkout intent). */
export async function lockCreated(tx: Transaction, created: readonly string[]): Promise<void> {
  await lockKeys(tx, { keys: created, shared: [] });
}
