import type { BillingContext } from './context';
import { listAccounts } from './customers/of-team';
import { type Asker, maySeeCustomer } from './customers/shared';
import { BillingError } from './errors';
import { asBillingError, findSeller, isCustomerGone } from './seller-of';

/**
 * Opens the page where a team manages its subscription, cards and invoices with the provider that it has; send the buyer
 * to `url` at once. A customer that the provider no longer knows is passed over, and none is made up for it. A team with
 * several subscriptions may name one. Throws `no_billing_account`, `shared_billing_account` where the page would show what
 * another team pays for, `provider_unavailable`, `provider_refused`.
 */
export async function openPortal(
  context: BillingContext,
  asker: Asker,
  subscriptionId: string | null = null,
): Promise<{ url: string }> {
  const { teamId } = asker;
  let isShared = false;
  for (const account of await listAccounts(context, teamId, subscriptionId)) {
    const seller = findSeller(context, account.provider);
    if (!seller) continue;
    if (!(await maySeeCustomer(context.database, account, asker))) {
      isShared = true;
      continue;
    }
    try {
      return { url: await seller.openPortal(account) };
    } catch (error) {
      if (!isCustomerGone(error)) throw asBillingError(context, error);
    }
  }
  throw isShared ? BillingError.sharedBillingAccount(teamId) : BillingError.noBillingAccount(teamId);
}
