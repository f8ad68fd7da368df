import type { ProviderName } from '@/lib/billing/events';

export interface ProviderUnderTest {
  /** In the form that the provider gives out. */
  secret: string;
  otherSecret: string;
  /** The header that holds the signature. */
  signatureHeader: string;
  /** Whether a time is signed, so that a captured delivery grows too old. */
  signsTime: boolean;
}

const secretOf = (seed: string) => `whsec_${Buffer.from(seed.padEnd(32, '-')).toString('base64')}`;

/** What is special about every provider, for the suite that all of them have to pass. */
export const providersUnderTest: Record<ProviderName, ProviderUnderTest> = {
  stripe: {
    secret: 'whsec_contract_test_secret_of_stripe',
    otherSecret: 'whsec_contract_test_secret_rolled_out',
    signatureHeader: 'stripe-signature',
    signsTime: true,
  },
  lemonsqueezy: {
    secret: 'lemonsqueezy-contract-secret',
    otherSecret: 'lemonsqueezy-rolled-out',
    signatureHeader: 'x-signature',
    signsTime: false,
  },
  polar: {
    secret: secretOf('polar contract secret'),
    otherSecret: secretOf('polar rolled out'),
    signatureHeader: 'webhook-signature',
    signsTime: true,
  },
  paddle: {
    secret: 'pdl_ntfset_contract_test_secret_of_paddle',
    otherSecret: 'pdl_ntfset_contract_test_secret_rolled_out',
    signatureHeader: 'paddle-signature',
    signsTime: true,
  },
  sandbox: {
    secret: secretOf('sandbox contract secret'),
    otherSecret: secretOf('sandbox rolled out'),
    signatureHeader: 'webhook-signature',
    signsTime: true,
  },
};
