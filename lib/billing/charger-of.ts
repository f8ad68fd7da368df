import { env } from '../env';
import type { BillingContext } from './context';
import type { ProviderName } from './events';
import type { Charger } from './providers/charger';
import { findProvider } from './providers/registry';

/** Who charges saved payment methods here. Null: this provider does not, or its API key is not set. */
export function chargerOf({ settings, clock, chargers }: BillingContext, name: ProviderName): Charger | null {
  if (chargers) return chargers[name] ?? null;
  const provider = settings.providers[name];
  if (!provider) return null;
  const apiKey = name === 'sandbox' ? provider.webhookSecrets[0] : provider.apiKey;
  if (!apiKey) return null;
  const apiUrl = provider.apiUrl ?? (name === 'sandbox' ? sandboxAddress() : null);
  return findProvider(name)?.charge?.({ appUrl: settings.appUrl, apiKey, apiUrl, now: () => clock.now() }) ?? null;
}

/** A server talks to itself; on Vercel a deployment has an address of its own. */
function sandboxAddress(): string {
  return `${env.VERCEL_URL ? `https://${env.VERCEL_URL}` : `http://127.0.0.1:${env.PORT}`}/sandbox/api`;
}
