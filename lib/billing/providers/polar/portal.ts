import type { Polar } from '@polar-sh/sdk/2026-10';
import { ProviderApiError } from '../request';
import type { DocumentRequest } from '../seller';
import { failureOf } from './client';

/**
 * Opens a session of the customer portal, which lasts an hour. The only thing that is named is the customer, so 404 and
 * 422 are about it. https://docs.polar.sh/api-reference/customer-portal/sessions/create
 */
export async function openPortal(client: Polar, customerId: string, returnUrl: string): Promise<string> {
  try {
    const session = await client.customerSessions.create({ customer_id: customerId, return_url: returnUrl });
    return session.customer_portal_url;
  } catch (error) {
    throw isStatus(error, 404, 422) ? ProviderApiError.customerGone('polar') : error;
  }
}

/** Ends a subscription at once. 403: it has ended. https://docs.polar.sh/api-reference/subscriptions/revoke */
export async function cancelSubscription(client: Polar, id: string): Promise<void> {
  try {
    await client.subscriptions.revoke(id);
  } catch (error) {
    const held = isStatus(error, 403) ? await client.subscriptions.get(id) : null;
    if (held?.ended_at == null) throw error;
  }
}

/** The receipt of an order, purchase or cycle; none until Polar has drawn it. */
export async function findDocument(client: Polar, { of, key }: DocumentRequest): Promise<string | null> {
  if (of === 'open') return null;
  try {
    return (await client.orders.receipt(key)).url;
  } catch (error) {
    if (isStatus(error, 404)) return null;
    throw error;
  }
}

function isStatus(error: unknown, ...statuses: number[]): boolean {
  const status = failureOf(error)?.httpStatus;
  return status !== undefined && status !== null && statuses.includes(status);
}
