import type { ProviderName } from '@/lib/billing/events';
import { getProvider } from '@/lib/billing/providers/registry';
import { requireProvider } from './installed';

/** The headers with which a provider would send this body at this time. `eventId` is for those that send it as a header. */
export function signDelivery(delivery: {
  provider: ProviderName;
  body: Uint8Array;
  secret: string;
  at: Date;
  eventId?: string;
}): Record<string, string> {
  const { provider, body, secret, at, eventId = 'msg_test_0000000001' } = delivery;
  requireProvider(provider);
  return getProvider(provider).sign({ rawBody: body, secret, at, eventId });
}
