import { BillingError, type BillingErrorCode } from '@/lib/billing';

/** Why a page of the provider's could not be opened. */
export const problems = [
  'no_billing_account',
  'shared_billing_account',
  'document_unavailable',
  'provider_unavailable',
  'provider_refused',
] as const satisfies readonly BillingErrorCode[];

export type Problem = (typeof problems)[number];

/** The problem that an error stands for; throws what is none. */
export function problemOf(error: unknown): Problem {
  const problem = error instanceof BillingError ? problems.find((known) => known === error.code) : undefined;
  if (problem) return problem;
  // Not configured, or its key is gone: for whoever clicked, the provider cannot be reached.
  if (error instanceof BillingError && error.code === 'checkout_unavailable') return 'provider_unavailable';
  throw error;
}
