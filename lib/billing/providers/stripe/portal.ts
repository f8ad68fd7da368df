import type Stripe from 'stripe';
import { ProviderApiError } from '../request';
import type { DocumentRequest } from '../seller';
import { isMissing } from './client';

/** Opens the Billing Portal for a customer. https://docs.stripe.com/api/customer_portal/sessions/create */
export async function openPortal(client: Stripe, customer: string, returnUrl: string): Promise<string> {
  try {
    const session = await client.billingPortal.sessions.create({ customer, return_url: returnUrl });
    return session.url;
  } catch (error) {
    throw isMissing(error, 'customer') ? ProviderApiError.customerGone('stripe') : error;
  }
}

/** Cancels at once, without a refund. https://docs.stripe.com/api/subscriptions/cancel */
export async function cancelSubscription(client: Stripe, id: string): Promise<void> {
  try {
    await client.subscriptions.cancel(id);
  } catch (error) {
    const held = await client.subscriptions.retrieve(id).catch(() => null);
    if (held?.status !== 'canceled' && held?.status !== 'incomplete_expired') throw error;
  }
}

/** The hosted page of an invoice, or the receipt of a charge that has none: of a purchase, or of a period that we charged. */
export async function findDocument(client: Stripe, request: DocumentRequest): Promise<string | null> {
  const { of, key, providerPaymentId, providerInvoiceId } = request;
  const invoice = providerInvoiceId ?? (of !== 'purchase' && key.startsWith('in_') ? key : null);
  if (invoice !== null) return (await client.invoices.retrieve(invoice)).hosted_invoice_url ?? null;
  if (providerPaymentId === null) return null;
  const intent = await client.paymentIntents.retrieve(providerPaymentId, { expand: ['latest_charge'] });
  const charge = intent.latest_charge;
  return typeof charge === 'object' && charge !== null ? charge.receipt_url : null;
}
