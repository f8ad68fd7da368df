import type { BillingContext } from './context';
import { listAccounts } from './customers/of-team';
import { BillingError } from './errors';
import { asBillingError, findSeller, isCustomerGone } from './seller-of';

/**
 * Opens the page where a team manages its subscription, cards and invoices with the provider that it has; send the buyer
 * to `url` at once. A customer that the provider no longer knows is passed over, and none is made up for it. A team with
 * several subscriptions may name one. Throws `no_billing_account`, `provider_unavailable`, `provider_refused`.
 */
export async function openPortal(
  context: BillingContext,
  teamId: string,
  subscriptionId: string | null = null,
): Promise<{ url: string }> {
  for (const { provider, ...account } of await listAccounts(context, teamId, subscriptionId)) {
    const seller = findSeller(context, provider);
    if (!seller) continue;
    try {
      return { url: await seller.openPortal(account) };
    } catch (error) {
      if (!isCustomerGone(error)) throw asBillingError(context, error);
    }
  }
  throw BillingError.noBillingAccount(teamId);
}
