import type { ProviderName } from '@/lib/billing/events';
import { lemonsqueezy } from '@/lib/billing/providers/lemonsqueezy';
import { paddle } from '@/lib/billing/providers/paddle';
import { polar } from '@/lib/billing/providers/polar';
import type { BillingProvider } from '@/lib/billing/providers/provider';
import { sandbox } from '@/lib/billing/providers/sandbox';
import { stripe } from '@/lib/billing/providers/stripe';

export interface ProviderUnderTest {
  provider: BillingProvider;
  /** In the form that the provider gives out. */
  secret: string;
  otherSecret: string;
  /** The header that holds the signature. */
  signatureHeader: string;
  /** Whether a time is signed, so that a captured delivery grows too old. */
  signsTime: boolean;
}

const secretOf = (seed: string) => `whsec_${Buffer.from(seed.padEnd(32, '-')).toString('base64')}`;

/** Every provider, for the suite that all of them have to pass. */
export const providersUnderTest: Record<ProviderName, ProviderUnderTest> = {
  stripe: {
    provider: stripe,
    secret: 'whsec_contract_test_secret_of_stripe',
    otherSecret: 'whsec_contract_test_secret_rolled_out',
    signatureHeader: 'stripe-signature',
    signsTime: true,
  },
  lemonsqueezy: {
    provider: lemonsqueezy,
    secret: 'lemonsqueezy-contract-secret',
    otherSecret: 'lemonsqueezy-rolled-out',
    signatureHeader: 'x-signature',
    signsTime: false,
  },
  polar: {
    provider: polar,
    secret: secretOf('polar contract secret'),
    otherSecret: secretOf('polar rolled out'),
    signatureHeader: 'webhook-signature',
    signsTime: true,
  },
  paddle: {
    provider: paddle,
    secret: 'pdl_ntfset_contract_test_secret_of_paddle',
    otherSecret: 'pdl_ntfset_contract_test_secret_rolled_out',
    signatureHeader: 'paddle-signature',
    signsTime: true,
  },
  sandbox: {
    provider: sandbox,
    secret: secretOf('sandbox contract secret'),
    otherSecret: secretOf('sandbox rolled out'),
    signatureHeader: 'webhook-signature',
    signsTime: true,
  },
};
