import type { BillingContext } from '../context';
import { listAccounts } from '../customers/of-team';
import type { ProviderName } from '../events';
import { isSandboxOn, labOf } from '../lab/context';
import { sandboxSavedCard } from '../lab/saved-card';
import { findProvider } from '../providers/registry';
import type { SavedCard } from '../providers/saved-card';
import { findSellerSettings } from '../seller-of';

export type Cards = (provider: ProviderName) => SavedCard | null;

/** Who charges through a provider here. Null: it cannot, or is not configured. */
export function cardsOf(context: BillingContext): Cards {
  return (provider) => {
    if (provider === 'sandbox') return isSandboxOn(context) ? sandboxSavedCard(labOf(context)) : null;
    const settings = findSellerSettings(context, provider);
    return settings && (findProvider(provider)?.chargeCard?.(settings) ?? null);
  };
}

/** Whose card would be charged for a team. */
export type Chargeable =
  | { kind: 'ready'; provider: ProviderName; providerCustomerId: string; providerSubscriptionId: string | null }
  /** Nobody has paid for the team yet, so no card is kept. */
  | { kind: 'no_customer' }
  | { kind: 'no_subscription'; provider: ProviderName }
  | { kind: 'unsupported'; provider: ProviderName };

/** Goes by who pays for the team now: another card of theirs elsewhere is not touched. */
export async function findChargeable(context: BillingContext, teamId: string, cards: Cards): Promise<Chargeable> {
  const [account] = await listAccounts(context, teamId);
  if (!account) return { kind: 'no_customer' };
  const { provider, providerSubscriptionId } = account;
  const card = cards(provider);
  if (!card) return { kind: 'unsupported', provider };
  if (card.needsSubscription && providerSubscriptionId === null) return { kind: 'no_subscription', provider };
  return { kind: 'ready', ...account };
}
