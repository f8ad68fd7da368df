import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '@/db/client';
import {
  creditPurchases,
  paymentReversals,
  subscriptionBillingPeriods,
  subscriptions,
  subscriptionTransitionAudits,
} from '@/db/schema';
import type { BillingEvent, ProviderName } from '../events';
import type { Held } from './compare';

/** What we hold of what these events name: one query for each kind, whatever their number. */
export async function readHeld(
  database: Database,
  provider: ProviderName,
  events: readonly BillingEvent[],
): Promise<Held> {
  const names = namesOf(events);
  const [held, periods, purchases, reversals, unlinked, audits] = await Promise.all([
    database
      .select()
      .from(subscriptions)
      .where(
        and(eq(subscriptions.provider, provider), inArray(subscriptions.providerSubscriptionId, names.subscriptions)),
      ),
    database
      .select()
      .from(subscriptionBillingPeriods)
      .where(
        and(
          eq(subscriptionBillingPeriods.provider, provider),
          inArray(subscriptionBillingPeriods.providerRenewalKey, names.periods),
        ),
      ),
    database
      .select()
      .from(creditPurchases)
      .where(and(eq(creditPurchases.provider, provider), inArray(creditPurchases.providerCheckoutId, names.purchases))),
    database
      .select()
      .from(paymentReversals)
      .where(
        and(eq(paymentReversals.provider, provider), inArray(paymentReversals.providerReversalId, names.reversals)),
      ),
    database
      .select({ id: subscriptionBillingPeriods.providerInvoiceId })
      .from(subscriptionBillingPeriods)
      .where(
        and(
          eq(subscriptionBillingPeriods.provider, provider),
          inArray(subscriptionBillingPeriods.providerInvoiceId, names.invoices),
          isNull(subscriptionBillingPeriods.providerPaymentId),
        ),
      ),
    readAudits(database, provider, names.ofSubscriptions),
  ]);
  return {
    subscriptions: new Map(held.map((row) => [row.providerSubscriptionId, row])),
    periods: new Map(periods.map((row) => [row.providerRenewalKey, row])),
    purchases: new Map(purchases.map((row) => [row.providerCheckoutId, row])),
    reversals: new Map(reversals.map((row) => [row.providerReversalId, row])),
    unlinkedInvoices: new Set(unlinked.flatMap(({ id }) => id ?? [])),
    planChanges: new Set(audits.flatMap(({ type, key }) => (type === 'plan_change_paid' && key ? [key] : []))),
    voided: new Set(audits.flatMap(({ type, key }) => (type === 'period_voided' && key ? [key] : []))),
  };
}

function readAudits(database: Database, provider: ProviderName, ofSubscriptions: readonly string[]) {
  const { eventType, details, subscriptionId } = subscriptionTransitionAudits;
  return database
    .select({
      type: eventType,
      key: sql<string | null>`coalesce(${details} ->> 'prorationKey', ${details} ->> 'renewalKey')`,
    })
    .from(subscriptionTransitionAudits)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionId))
    .where(
      and(
        eq(subscriptions.provider, provider),
        inArray(subscriptions.providerSubscriptionId, [...ofSubscriptions]),
        inArray(eventType, ['plan_change_paid', 'period_voided']),
      ),
    );
}

function namesOf(events: readonly BillingEvent[]) {
  const names = {
    subscriptions: new Set<string>(),
    /** Of what their transitions tell. */
    ofSubscriptions: new Set<string>(),
    periods: new Set<string>(),
    purchases: new Set<string>(),
    reversals: new Set<string>(),
    invoices: new Set<string>(),
  };
  for (const event of events) {
    if ('providerSubscriptionId' in event) names.subscriptions.add(event.providerSubscriptionId);
    if (event.kind === 'proration_paid' || event.kind === 'period_voided')
      names.ofSubscriptions.add(event.providerSubscriptionId);
    if (event.kind === 'period_paid') names.periods.add(event.renewalKey);
    if (event.kind === 'purchase_paid') names.purchases.add(event.purchaseKey);
    if ('providerReversalId' in event) names.reversals.add(event.providerReversalId);
    if (event.kind === 'invoice_payment_linked') names.invoices.add(event.providerInvoiceId);
  }
  return {
    subscriptions: [...names.subscriptions],
    ofSubscriptions: [...names.ofSubscriptions],
    periods: [...names.periods],
    purchases: [...names.purchases],
    reversals: [...names.reversals],
    invoices: [...names.invoices],
  };
}
