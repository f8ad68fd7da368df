import { BillingError } from '@/lib/billing';
import { TeamError } from '@/lib/teams';
import { type FormState, failed } from './form-state';

/** Says in a form why a team's verb, or a provider that it needed, refused; anything else is thrown on. */
export async function orReason(work: Promise<FormState>, form?: FormData): Promise<FormState> {
  return work.catch((error: unknown) => {
    if (error instanceof TeamError || error instanceof BillingError) return failed(error.message, form);
    throw error;
  });
}
