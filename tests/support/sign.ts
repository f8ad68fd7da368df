import type { ProviderName } from '@/lib/billing/events';
import { sign as signLemonSqueezy } from '@/lib/billing/providers/lemonsqueezy/sign';
import { sign as signPaddle } from '@/lib/billing/providers/paddle/sign';
import { sign as signPolar } from '@/lib/billing/providers/polar/sign';
import { sign as signSandbox } from '@/lib/billing/providers/sandbox/sign';
import { sign as signStripe } from '@/lib/billing/providers/stripe/sign';

type Sign = (delivery: { rawBody: Uint8Array; secret: string; at: Date; eventId: string }) => Record<string, string>;

const signers: Record<ProviderName, Sign> = {
  stripe: signStripe,
  lemonsqueezy: signLemonSqueezy,
  polar: signPolar,
  paddle: signPaddle,
  sandbox: signSandbox,
};

/** The headers with which a provider would send this body at this time. `eventId` is for those that send it as a header. */
export function signDelivery(delivery: {
  provider: ProviderName;
  body: Uint8Array;
  secret: string;
  at: Date;
  eventId?: string;
}): Record<string, string> {
  const { provider, body, secret, at, eventId = 'msg_test_0000000001' } = delivery;
  return signers[provider]({ rawBody: body, secret, at, eventId });
}
