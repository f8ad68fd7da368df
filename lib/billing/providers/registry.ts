import type { ProviderName } from '../events';
import { lemonsqueezy } from './lemonsqueezy';
import { paddle } from './paddle';
import { polar } from './polar';
import type { BillingProvider } from './provider';
import { sandbox } from './sandbox';
import { stripe } from './stripe';

const providers: Record<ProviderName, BillingProvider> = { stripe, lemonsqueezy, polar, paddle, sandbox };

export function getProvider(name: ProviderName): BillingProvider {
  return providers[name];
}

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name);
}
