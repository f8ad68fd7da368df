import type { BillingContext } from '../context';
import type { ProviderName } from '../events';

/** Whether a provider can be asked at all: it is configured and has a key. The sandbox's sales are our own rows. */
export function canReconcile({ settings }: BillingContext, provider: ProviderName): boolean {
  return provider !== 'sandbox' && Boolean(settings.providers[provider]?.apiKey);
}
