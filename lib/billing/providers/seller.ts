import type { Environment, ProviderName } from '../events';

/** What is to be paid on a provider's page. */
export interface CheckoutRequest {
  /** Our intent: goes into the metadata of all that comes of the page. */
  checkoutId: string;
  teamId: string;
  userId: string | null;
  /** What the buyer's address is likely to be. */
  email: string | null;
  kind: 'pack' | 'plan';
  providerPriceId: string;
  quantity: number;
  /** Who paid for the team before; null: nobody that the provider still knows. */
  providerCustomerId: string | null;
}

export interface HostedCheckout {
  providerCheckoutId: string;
  /** Where the buyer goes next. */
  url: string;
  /** When the page closes by itself, if the provider says. */
  expiresAt: Date | null;
}

export interface PortalRequest {
  providerCustomerId: string;
  /** The subscription that the portal is wanted for, if there is one. */
  providerSubscriptionId: string | null;
}

/** A payment whose document is asked for, by the ids under which the provider told it. */
export interface DocumentRequest {
  /** `open` where it is not paid yet. */
  of: 'purchase' | 'period' | 'open';
  /** Of a purchase its key, of a period its renewal key. */
  key: string;
  providerPaymentId: string | null;
  providerInvoiceId: string | null;
}

/** What a provider is asked for while somebody waits: each is one request within ten seconds. All throw `ProviderApiError`. */
export interface ProviderSeller {
  readonly name: ProviderName;
  /** Opens a page for an intent. The same intent opens the same page again where the provider knows idempotency keys. */
  openCheckout(request: CheckoutRequest): Promise<HostedCheckout>;
  /** Ends a page that nobody paid on. `complete`: somebody did. Null: the provider cannot end one. */
  expireCheckout: ((providerCheckoutId: string) => Promise<'expired' | 'complete'>) | null;
  /** Where a customer manages cards, invoices and subscriptions; the address works once or for a short time. */
  openPortal(request: PortalRequest): Promise<string>;
  /** Ends a subscription so that nothing more is charged. One that has ended is left as it is. */
  cancelSubscription(providerSubscriptionId: string): Promise<void>;
  /** Where the provider shows the invoice or receipt of a payment. Null: it has none. */
  findDocument(request: DocumentRequest): Promise<string | null>;
  /** The hosts that documents are shown on; `*.` stands for every host below. */
  readonly documentHosts: readonly string[];
}

export interface SellerSettings {
  apiKey: string;
  /** Instead of the provider's own address. */
  apiUrl: string | null;
  /** Our account with the provider, where what is sold belongs to one. */
  account: string | null;
  environment: Environment;
  /** Our own origin, without a slash at the end. Buyers come back to it and nowhere else. */
  appUrl: string;
  /** Whether the provider works out taxes, where that is a choice (Stripe). */
  automaticTax: boolean;
  timeoutMs: number;
  now(): Date;
}

/** Where a buyer comes back to after paying. */
export function returnUrl({ appUrl }: Pick<SellerSettings, 'appUrl'>, checkoutId: string): string {
  return `${appUrl}/checkout/return?${new URLSearchParams({ checkout: checkoutId })}`;
}

/** Where a buyer comes back to who did not pay, or who leaves the portal. */
export function billingUrl({ appUrl }: Pick<SellerSettings, 'appUrl'>): string {
  return `${appUrl}/billing`;
}
