import type { SubscriptionView } from '@/lib/billing';

/** Where a subscription is managed: by us, by the sandbox on pages of its own, by others on those that they are asked for. */
export function portalUrl(subscription: SubscriptionView): string {
  const { provider, subscriptionId, providerSubscriptionId, clockOwner, isCurrent } = subscription;
  const which = isCurrent ? '' : `?${new URLSearchParams({ subscription: subscriptionId })}`;
  if (clockOwner === 'us') return `/subscription${which}#renewal`;
  return provider === 'sandbox'
    ? `/sandbox/portal/${encodeURIComponent(providerSubscriptionId)}`
    : `/billing/portal${which}`;
}

/** Neither ended nor begun in vain. */
export function isLive({ status }: Pick<SubscriptionView, 'status'>): boolean {
  return status !== 'canceled' && status !== 'incomplete';
}

/** One of ours whose first payment is on its way or waits for the buyer: there is no plan to choose meanwhile. */
export function isBeginning({ status, clockOwner }: Pick<SubscriptionView, 'status' | 'clockOwner'>): boolean {
  return status === 'incomplete' && clockOwner === 'us';
}
