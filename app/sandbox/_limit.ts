import type { BillingError } from '@/lib/billing';

/** That a demo has used up what it may do, in a sentence; null for any other reason. */
export function limitOf({ code, message }: BillingError): string | null {
  return code === 'too_many_lab_actions' || code === 'demo_is_full' ? message : null;
}
