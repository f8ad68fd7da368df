import { buyerKeys } from '../customers/resolve';
import type { BillingEvent, ProviderName } from '../events';
import { keys } from './outcome';

/** Every key that the events name, create or may wait for. */
export function keysOf(provider: ProviderName, events: readonly BillingEvent[]): string[] {
  return events.flatMap((event) => keysOfEvent(provider, event));
}

function keysOfEvent(provider: ProviderName, event: BillingEvent): string[] {
  const payment = (id: string | null | undefined) => (id ? [keys.payment(provider, id)] : []);
  const invoice = (id: string | null) => (id ? [keys.invoice(provider, id)] : []);
  switch (event.kind) {
    case 'purchase_paid':
      return [
        ...buyerKeys(provider, event.buyer),
        keys.purchase(provider, event.purchaseKey),
        ...payment(event.providerPaymentId),
      ];
    case 'checkout_progressed':
      return buyerKeys(provider, event.buyer);
    case 'payment_refunded':
    case 'payment_disputed':
      return payment(event.providerPaymentId);
    case 'subscription_snapshot':
      return [...ofSubscription(provider, event), ...payment(event.providerOrderPaymentId)];
    case 'period_paid':
      return [
        ...ofSubscription(provider, event),
        ...payment(event.providerPaymentId),
        ...invoice(event.providerInvoiceId),
      ];
    case 'proration_paid':
      return [
        ...ofSubscription(provider, event),
        ...payment(event.providerPaymentId),
        keys.invoice(provider, event.prorationKey),
      ];
    case 'payment_method_saved':
      return [
        ...buyerKeys(provider, event.buyer),
        keys.customer(provider, event.providerCustomerId),
        ...(event.setupId === null ? [] : [keys.setup(event.setupId)]),
      ];
    case 'subscription_linked':
      return ofSubscription(provider, event);
    case 'period_payment_failed':
    case 'period_voided':
      return [keys.subscription(provider, event.providerSubscriptionId)];
    case 'customer_deleted':
      return [keys.customer(provider, event.providerCustomerId)];
    case 'invoice_payment_linked':
      return [...payment(event.providerPaymentId), ...invoice(event.providerInvoiceId)];
    default:
      return event satisfies never;
  }
}

type OfSubscription = Extract<BillingEvent, { providerSubscriptionId: string; buyer: unknown }>;

function ofSubscription(provider: ProviderName, { providerSubscriptionId, buyer }: OfSubscription): string[] {
  return [keys.subscription(provider, providerSubscriptionId), ...buyerKeys(provider, buyer)];
}

/** The customers among them: their payments share the key, so that one customer's need not queue. */
export function customersOf(provider: ProviderName, events: readonly BillingEvent[]): string[] {
  return events.flatMap((event) => {
    const customerId = 'buyer' in event ? event.buyer.providerCustomerId : null;
    return customerId === null ? [] : [keys.customer(provider, customerId)];
  });
}
