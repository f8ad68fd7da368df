import type { SubscriptionView } from '@/lib/billing';

/** Where a subscription is managed: the sandbox has pages of its own, the others are asked for theirs. */
export function portalUrl({ provider, providerSubscriptionId }: SubscriptionView): string {
  return provider === 'sandbox' ? `/sandbox/portal/${encodeURIComponent(providerSubscriptionId)}` : '/billing/portal';
}

/** Neither ended nor begun in vain. */
export function isLive({ status }: Pick<SubscriptionView, 'status'>): boolean {
  return status !== 'canceled' && status !== 'incomplete';
}
