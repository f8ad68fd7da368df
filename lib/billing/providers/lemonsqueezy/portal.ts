import { z } from 'zod';
import type { Command } from '../command';
import { ProviderApiError } from '../request';
import type { DocumentRequest, PortalRequest } from '../seller';

const link = z.url().nullish();
const managed = z.object({
  data: z.object({ attributes: z.object({ urls: z.object({ customer_portal: link }) }) }),
});
const order = z.object({ data: z.object({ attributes: z.object({ urls: z.object({ receipt: link }) }) }) });
const invoice = z.object({ data: z.object({ attributes: z.object({ urls: z.object({ invoice_url: link }) }) }) });

/**
 * The signed address of the customer portal, good for a day: a subscription or customer shows it when asked.
 * https://docs.lemonsqueezy.com/guides/developer-guide/customer-portal
 */
export async function openPortal(command: Command, request: PortalRequest): Promise<string> {
  const { providerCustomerId, providerSubscriptionId } = request;
  const path =
    providerSubscriptionId === null
      ? `/v1/customers/${encodeURIComponent(providerCustomerId)}`
      : `/v1/subscriptions/${encodeURIComponent(providerSubscriptionId)}`;
  const { data } = await command({ method: 'GET', path }, managed).catch((error: unknown) => {
    throw isNotFound(error) ? ProviderApiError.customerGone('lemonsqueezy') : error;
  });
  const url = data.attributes.urls.customer_portal;
  // Who never subscribed has no portal.
  if (!url) throw ProviderApiError.customerGone('lemonsqueezy');
  return url;
}

/** Lemon Squeezy charges nothing more; what is paid for runs out. https://docs.lemonsqueezy.com/api/subscriptions/cancel-subscription */
export async function cancelSubscription(command: Command, id: string): Promise<void> {
  await command({ method: 'DELETE', path: `/v1/subscriptions/${encodeURIComponent(id)}` }, z.unknown());
}

/** The receipt of an order, or the invoice of a cycle. Keys have their kind before them: `order:900`, `invoice:901`. */
export async function findDocument(command: Command, { of, key }: DocumentRequest): Promise<string | null> {
  const id = encodeURIComponent(key.replace(/^[a-z]+:/, ''));
  if (of === 'purchase') {
    const { data } = await command({ method: 'GET', path: `/v1/orders/${id}` }, order);
    return data.attributes.urls.receipt ?? null;
  }
  const { data } = await command({ method: 'GET', path: `/v1/subscription-invoices/${id}` }, invoice);
  return data.attributes.urls.invoice_url ?? null;
}

function isNotFound(error: unknown): boolean {
  return error instanceof ProviderApiError && error.httpStatus === 404;
}
