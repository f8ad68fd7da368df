import type { ProviderName } from '../events';
import * as installed from './installed';
import type { BillingProvider } from './provider';

const providers = new Map<string, BillingProvider>(Object.values(installed).map((one) => [one.name, one]));

/** Null: there is no provider of this name here. */
export function findProvider(name: string): BillingProvider | null {
  return providers.get(name) ?? null;
}

/** Throws where it was taken out: a name in a row of the past says nothing of what is installed now. */
export function getProvider(name: ProviderName): BillingProvider {
  const provider = findProvider(name);
  if (!provider) throw new Error(`${name} is not installed: see lib/billing/providers/installed.ts.`);
  return provider;
}

export function isInstalled(name: ProviderName): boolean {
  return providers.has(name);
}
