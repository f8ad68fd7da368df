import { env } from '../../env';
import { type BillingContext, billingContext } from '../context';
import { BillingError } from '../errors';
import { deliver } from '../providers/sandbox/deliver';

/** What the sandbox's pages and the lab run on: the billing, and the way in that every provider takes. */
export interface LabContext extends BillingContext {
  /** The full address of our own sandbox endpoint. */
  endpoint: string;
  deliver: typeof deliver;
}

/** What this process runs on. */
export function labContext(): LabContext {
  return labOf(billingContext());
}

/** While developing, the endpoint is compiled when it is first asked for, which takes its time on a small machine. */
const patienceMs = env.NODE_ENV === 'development' ? 120_000 : undefined;

/** A server talks to itself; on Vercel a deployment has an address of its own. */
export function labOf(context: BillingContext): LabContext {
  const origin = env.VERCEL_URL ? `https://${env.VERCEL_URL}` : `http://127.0.0.1:${env.PORT}`;
  return {
    ...context,
    endpoint: `${origin}/api/webhooks/sandbox`,
    deliver: (outgoing) => deliver(outgoing, patienceMs),
  };
}

export function isSandboxOn({ settings }: BillingContext): boolean {
  return settings.providers.sandbox !== undefined;
}

/** The secret that the sandbox signs with now. Throws `checkout_unavailable` where the sandbox is off. */
export function signingSecret({ settings }: BillingContext): string {
  const [secret] = settings.providers.sandbox?.webhookSecrets ?? [];
  if (secret === undefined) throw BillingError.checkoutUnavailable('sandbox');
  return secret;
}
