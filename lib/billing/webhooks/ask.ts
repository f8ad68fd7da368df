import type { BillingEvent, Instant, ProviderName } from '../events';
import type { Question } from '../providers/reader';

/** Predecessors mostly come by themselves, so they are asked for after this long. Milliseconds. */
export const patienceMs = 15 * 60_000;

/**
 * What to ask the provider for, so that an event which waits can go on. Null: nothing that it could answer. Pure.
 * `events` are the event's own, without what was answered before.
 */
export function whatToAsk(lacking: {
  provider: ProviderName;
  code: string | null;
  events: readonly BillingEvent[];
  lastPaidEnd: Instant | null;
}): Question | null {
  const { provider, code, events, lastPaidEnd: since } = lacking;
  const isGap = code === 'renewal_period_is_not_contiguous' || code === 'subscription_has_no_current_period';
  const [question] = events.flatMap((event): Question[] => {
    if (code === 'needs_provider_lookup') return lackingIn(event, provider);
    if (!isGap || event.kind !== 'period_paid') return [];
    // A subscription that we renew has no cycles with its provider.
    if (event.providerSubscriptionId.startsWith('own_')) return [];
    return [{ kind: 'cycles', providerSubscriptionId: event.providerSubscriptionId, since }];
  });
  return question ?? null;
}

function lackingIn(event: BillingEvent, provider: ProviderName): Question[] {
  switch (event.kind) {
    case 'purchase_paid':
      return [{ kind: 'checkout_lines', purchaseKey: event.purchaseKey }];
    case 'payment_method_saved':
      return event.providerSetupId === null
        ? []
        : [{ kind: 'saved_payment_method', providerSetupId: event.providerSetupId }];
    case 'subscription_snapshot':
      return [{ kind: 'subscription', providerSubscriptionId: event.providerSubscriptionId }];
    case 'period_paid':
      // Its invoices tell no period at all; elsewhere there are more lines than the body holds.
      return provider === 'lemonsqueezy'
        ? [{ kind: 'cycle', providerSubscriptionId: event.providerSubscriptionId }]
        : [{ kind: 'invoice_lines', renewalKey: event.renewalKey }];
    default:
      return [];
  }
}

/**
 * The time between what was paid last and this event for which the provider names nothing that was paid. Null: there
 * is no such gap, or something that was paid lies in it. Pure.
 */
export function gapOf(
  own: readonly BillingEvent[],
  told: readonly BillingEvent[],
  lastPaidEnd: Instant | null,
): { providerSubscriptionId: string; start: Instant; end: Instant } | null {
  const [cycle] = own.flatMap((event) => (event.kind === 'period_paid' ? [event] : []));
  if (!cycle || lastPaidEnd === null) return null;
  const end = cycle.period?.start ?? cycle.invoicedAt;
  if (lastPaidEnd >= end) return null;
  const isPaid = told.some(
    (event) =>
      event.kind === 'period_paid' &&
      event.renewalKey !== cycle.renewalKey &&
      (event.period?.start ?? event.invoicedAt) < end &&
      (event.period?.end ?? event.invoicedAt) > lastPaidEnd,
  );
  return isPaid ? null : { providerSubscriptionId: cycle.providerSubscriptionId, start: lastPaidEnd, end };
}
