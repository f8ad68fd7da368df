import type { BillingContext } from './context';
import { BillingError } from './errors';
import type { ProviderName } from './events';
import { findProvider } from './providers/registry';
import { ProviderApiError, patienceOfBuyersMs } from './providers/request';
import type { ProviderSeller, SellerSettings } from './providers/seller';

/** What sells through a provider here. Throws `checkout_unavailable` where it is not configured or has no API key. */
export function sellerOf(context: BillingContext, name: ProviderName): ProviderSeller {
  const seller = findSeller(context, name);
  if (!seller) throw BillingError.checkoutUnavailable(name);
  return seller;
}

/** Null: this provider cannot be asked here. */
export function findSeller(context: BillingContext, name: ProviderName): ProviderSeller | null {
  const settings = findSellerSettings(context, name);
  return settings && (findProvider(name)?.sell(settings) ?? null);
}

/** What a provider is asked with. Null: it is not configured here, or has no API key. */
export function findSellerSettings({ settings, clock }: BillingContext, name: ProviderName): SellerSettings | null {
  const provider = settings.providers[name];
  // The sandbox is ours, so nothing has to be asked.
  const apiKey = name === 'sandbox' ? '' : provider?.apiKey;
  if (!provider || apiKey === null || apiKey === undefined) return null;
  const { account, apiUrl = null, patienceMs: timeoutMs = patienceOfBuyersMs } = provider;
  const { environment, appUrl, stripeAutomaticTax: automaticTax } = settings;
  const now = () => clock.now();
  return { apiKey, apiUrl, account, environment, appUrl, automaticTax, timeoutMs, now };
}

/** Whether an error says that the provider does not know the customer that was named. */
export function isCustomerGone(error: unknown): boolean {
  return error instanceof ProviderApiError && error.code === 'provider_customer_gone';
}

/**
 * What a failed request of a provider's is to whoever clicked: `provider_unavailable` where it can be tried again,
 * `provider_refused` where somebody has to look. The log says which answer it was.
 */
export function asBillingError({ log }: BillingContext, error: unknown): unknown {
  if (!(error instanceof ProviderApiError)) return error;
  const { provider, code, httpStatus } = error;
  log.warn({ provider, code, ...(httpStatus !== null && { httpStatus }) }, 'a provider did not do what it was asked');
  const passes = code === 'provider_unavailable' || code === 'provider_rate_limited';
  return passes ? BillingError.providerUnavailable(provider, code) : BillingError.providerRefused(provider, code);
}
