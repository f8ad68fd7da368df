import type { SubscriptionView } from '@/lib/billing';

/** Where a subscription is managed: the sandbox has a page for it. Null for a provider whose page we cannot open. */
export function portalUrl({ provider, providerSubscriptionId }: SubscriptionView): string | null {
  return provider === 'sandbox' ? `/sandbox/portal/${encodeURIComponent(providerSubscriptionId)}` : null;
}

/** Neither ended nor begun in vain. */
export function isLive({ status }: Pick<SubscriptionView, 'status'>): boolean {
  return status !== 'canceled' && status !== 'incomplete';
}
