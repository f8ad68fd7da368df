import type { BillingContext } from './context';
import { type ProviderName, providerNames } from './events';
import type { ProviderReader } from './providers/reader';
import { findProvider } from './providers/registry';

/** The interfaces that can be read here: of each provider that is configured and has an API key. */
export function readersOf({ settings, clock }: BillingContext): Map<ProviderName, ProviderReader> {
  const readers = new Map<ProviderName, ProviderReader>();
  for (const name of providerNames) {
    const provider = settings.providers[name];
    if (!provider?.apiKey) continue;
    const { apiKey, account, apiUrl = null } = provider;
    const { environment } = settings;
    const reader = findProvider(name)?.read?.({ apiKey, apiUrl, account, environment, now: () => clock.now() });
    if (reader) readers.set(name, reader);
  }
  return readers;
}
