import type { ProviderName } from '../events';
import { lemonsqueezyReader } from './lemonsqueezy/api';
import { paddleReader } from './paddle/api';
import { polarReader } from './polar/api';
import type { ProviderReader, ReaderSettings } from './reader';
import { stripeReader } from './stripe/api';

/** The sandbox has no interface: what it sold stands in our own tables, and its webhooks are ours to send again. */
const readers: Record<ProviderName, ((settings: ReaderSettings) => ProviderReader) | null> = {
  stripe: stripeReader,
  lemonsqueezy: lemonsqueezyReader,
  polar: polarReader,
  paddle: paddleReader,
  sandbox: null,
};

/** Null: this provider has no interface to read. */
export function createReader(name: ProviderName, settings: ReaderSettings): ProviderReader | null {
  return readers[name]?.(settings) ?? null;
}
