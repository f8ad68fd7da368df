import type { Buyer, Instant } from './events';

/** Fact: a hosted checkout of ours led to this customer and subscription. It moves no money. */
export interface SubscriptionLinked {
  kind: 'subscription_linked';
  occurredAt: Instant;
  providerSubscriptionId: string;
  buyer: Buyer;
}

/** Fact: which payment settled which invoice, so that a refund of the payment finds the period. */
export interface InvoicePaymentLinked {
  kind: 'invoice_payment_linked';
  occurredAt: Instant;
  providerInvoiceId: string;
  providerPaymentId: string;
}

/** Fact: a team's buyer saved a payment method with the provider, to be charged while they are away. */
export interface PaymentMethodSaved {
  kind: 'payment_method_saved';
  occurredAt: Instant;
  /** Our intent, from the metadata that we gave the provider. */
  setupId: string | null;
  buyer: Buyer;
  providerCustomerId: string;
  /** Null where the body does not say: then the provider must be asked (Stripe), for `providerSetupId`. */
  providerPaymentMethodId: string | null;
  providerSetupId: string | null;
  card: { brand: string; last4: string; expMonth: number; expYear: number } | null;
}
