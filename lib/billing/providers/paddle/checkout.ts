import { z } from 'zod';
import type { Command } from '../command';
import { ProviderApiError } from '../request';
import type { CheckoutRequest, HostedCheckout, SellerSettings } from '../seller';

const opened = z.object({ data: z.object({ id: z.string().min(1) }) });
const customer = z.object({ data: z.object({ status: z.string() }) });

/**
 * Makes a transaction, which is paid on a page of ours that opens Paddle's checkout. Paddle copies its custom data to
 * the subscription. https://developer.paddle.com/api-reference/transactions/create-transaction
 */
export async function openCheckout(
  command: Command,
  request: CheckoutRequest,
  { appUrl }: Pick<SellerSettings, 'appUrl'>,
): Promise<HostedCheckout> {
  const payPage = `${appUrl}/pay`;
  const { data } = await command(
    { method: 'POST', path: '/transactions', body: bodyOf(request, payPage) },
    opened,
  ).catch(async (error: unknown) => {
    throw (await isCustomerGone(command, request, error)) ? ProviderApiError.customerGone('paddle') : error;
  });
  return {
    providerCheckoutId: data.id,
    url: `${payPage}?${new URLSearchParams({ _ptxn: data.id })}`,
    expiresAt: null,
  };
}

function bodyOf(request: CheckoutRequest, payPage: string) {
  const { checkoutId, teamId, providerPriceId, quantity, providerCustomerId } = request;
  return {
    items: [{ price_id: providerPriceId, quantity }],
    custom_data: { checkout_id: checkoutId, team_id: teamId },
    collection_mode: 'automatic',
    checkout: { url: payPage },
    ...(providerCustomerId !== null && { customer_id: providerCustomerId }),
  };
}

/** A refusal has many causes, so the customer is looked at: gone, or archived, which Paddle sells nothing to. */
async function isCustomerGone(command: Command, { providerCustomerId }: CheckoutRequest, error: unknown) {
  const isRefusal = error instanceof ProviderApiError && error.code === 'provider_refused';
  if (!isRefusal || providerCustomerId === null) return false;
  const path = `/customers/${encodeURIComponent(providerCustomerId)}`;
  const status = await command({ method: 'GET', path }, customer).then(
    ({ data }) => data.status,
    (failure: unknown) => (isNotFound(failure) ? 'gone' : 'unknown'),
  );
  return status === 'gone' || status === 'archived';
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ProviderApiError && error.httpStatus === 404;
}
