import { z } from 'zod';
import type { Command } from '../command';
import { ProviderApiError } from '../request';
import type { DocumentRequest, PortalRequest } from '../seller';
import { isNotFound } from './checkout';

const session = z.object({ data: z.object({ urls: z.object({ general: z.object({ overview: z.url() }) }) }) });
const subscription = z.object({ data: z.object({ status: z.string() }) });
const document = z.object({ data: z.object({ url: z.url() }) });

/** Opens the customer portal. https://developer.paddle.com/api-reference/customer-portals/create-customer-portal-session */
export async function openPortal(command: Command, request: PortalRequest): Promise<string> {
  const { providerCustomerId, providerSubscriptionId } = request;
  const path = `/customers/${encodeURIComponent(providerCustomerId)}/portal-sessions`;
  const body = providerSubscriptionId === null ? {} : { subscription_ids: [providerSubscriptionId] };
  const { data } = await command({ method: 'POST', path, body }, session).catch((error: unknown) => {
    throw isNotFound(error) ? ProviderApiError.customerGone('paddle') : error;
  });
  return data.urls.general.overview;
}

/** Ends a subscription at once. https://developer.paddle.com/api-reference/subscriptions/cancel-subscription */
export async function cancelSubscription(command: Command, id: string): Promise<void> {
  const path = `/subscriptions/${encodeURIComponent(id)}`;
  try {
    await command({ method: 'POST', path: `${path}/cancel`, body: { effective_from: 'immediately' } }, subscription);
  } catch (error) {
    const held = await command({ method: 'GET', path }, subscription).catch(() => null);
    if (held?.data.status !== 'canceled') throw error;
  }
}

/**
 * The invoice as a PDF, by an address that is good for an hour. There is none of a transaction without an amount.
 * https://developer.paddle.com/api-reference/transactions/get-transaction-invoice
 */
export async function findDocument(command: Command, { of, key }: DocumentRequest): Promise<string | null> {
  if (of === 'open') return null;
  const path = `/transactions/${encodeURIComponent(key)}/invoice?disposition=inline`;
  const found = await command({ method: 'GET', path }, document).catch((error: unknown) => {
    if (isNotFound(error)) return null;
    throw error;
  });
  return found?.data.url ?? null;
}
