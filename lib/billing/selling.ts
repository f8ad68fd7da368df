/** What is sold, paid and managed: the part of the door that buyers go through. */
import * as canceling from './cancel';
import * as checkout from './checkout';
import * as orders from './checkouts/order';
import * as payPages from './checkouts/pay-page';
import { type Terms, taxesOf } from './checkouts/tax';
import * as checkoutViews from './checkouts/view';
import { billingContext } from './context';
import type { Asker } from './customers/shared';
import type { ProviderName } from './events';
import * as documents from './invoices/document';
import * as invoices from './invoices/list';
import { labContext } from './lab/context';
import * as portals from './portal';
import { isRenewedHere } from './renewing';
import { findSeller } from './seller-of';

export type { CheckoutStart } from './checkouts/order';
export type { PayPage } from './checkouts/pay-page';
export type { Taxes, Terms } from './checkouts/tax';
export type { CheckoutView } from './checkouts/view';
export {
  type InvoiceEntry,
  type InvoiceFilter,
  type InvoicePage,
  type InvoiceRequest,
  invoiceFilters,
} from './invoices/list';

/** What a team can buy, of the provider that it has; a visitor (null) of the one that sells here. */
export async function listOffers(teamId: string | null): Promise<orders.Offers> {
  const context = billingContext();
  if (teamId === null) return { plans: orders.listPlans(context), packs: orders.listPacks(context) };
  return orders.listOffersTo(context, teamId, (name) => findSeller(context, name) !== null);
}

/** On which terms `listOffers` offers, by the settings: what bears tax, and whether we renew the plans that are sold now. */
export async function readTerms(teamId: string | null): Promise<Terms> {
  const context = billingContext();
  const { sellingProvider, stripeAutomaticTax } = context.settings;
  const canSell = (name: ProviderName) => findSeller(context, name) !== null;
  const provider = teamId === null ? sellingProvider : await orders.findSelling(context, teamId, canSell);
  const isOurs = orders.listPlans(context).some(({ item }) => isRenewedHere(item));
  return { taxes: taxesOf({ provider, stripeAutomaticTax, isRenewedHere: isOurs }), isRenewedHere: isOurs };
}

/** The plans that are for sale here. */
export function listPlans() {
  return orders.listPlans(billingContext());
}

/**
 * Starts a purchase or a subscription; send the buyer to `url`. The same page again while it is open. Throws
 * `unknown_item`, `item_not_for_sale`, `invalid_quantity`, `checkout_unavailable`, `unknown_team`, `live_subscription`,
 * `checkout_in_progress`, `provider_unavailable`, `provider_refused`.
 */
export function startCheckout(start: orders.CheckoutStart): Promise<{ checkoutId: string; url: string }> {
  return checkout.startCheckout(billingContext(), start);
}

/**
 * Writes down a purchase whose payment page you open yourself: give the provider `checkoutId` as `checkout_id` in the
 * payment's metadata. Throws as `startCheckout` does.
 */
export function createCheckoutIntent(start: orders.CheckoutStart & { provider: ProviderName }) {
  return checkout.createCheckoutIntent(billingContext(), start);
}

/** How far a checkout of this team got; null where the team has none of that id. */
export function getCheckout(teamId: string, checkoutId: string): Promise<checkoutViews.CheckoutView | null> {
  return checkoutViews.getCheckout(billingContext(), teamId, checkoutId);
}

/** How our page opens Paddle's checkout for a transaction. */
export function getPayPage(transactionId: string): Promise<payPages.PayPage> {
  return payPages.getPayPage(billingContext(), transactionId);
}

/**
 * Opens the page where a team manages cards, invoices and its subscription with the provider that it has, or with that of
 * one of its subscriptions; send the buyer to `url` at once. Throws `no_billing_account`, `shared_billing_account`,
 * `provider_unavailable`, `provider_refused`.
 */
export function openPortal(asker: Asker, subscriptionId: string | null = null): Promise<{ url: string }> {
  return portals.openPortal(billingContext(), asker, subscriptionId);
}

/**
 * Ends every live subscription of a team at its provider, at once and without a refund; returns their ids. Throws
 * `provider_unavailable`, `provider_refused`, `checkout_unavailable`.
 */
export function cancelSubscription(teamId: string): Promise<{ canceled: string[] }> {
  return canceling.cancelSubscription(labContext(), teamId);
}

/** A page of all that a team was charged, the newest first, with what is still unpaid. Throws `invalid_cursor`. */
export function listInvoices(request: invoices.InvoiceRequest): Promise<invoices.InvoicePage> {
  return invoices.listInvoices(billingContext(), request);
}

/**
 * Where the provider shows the invoice or receipt of a payment, as `listInvoices` names it. Throws `invoice_not_found`,
 * `document_unavailable`, `no_billing_account`, `shared_billing_account`, `provider_unavailable`, `provider_refused`,
 * `checkout_unavailable`.
 */
export function findInvoiceUrl(of: Asker & { invoiceId: string }): Promise<string> {
  return documents.findInvoiceUrl(billingContext(), of);
}
