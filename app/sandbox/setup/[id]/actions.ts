'use server';

import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { type CardBehaviour, getCardSetup, leaveCardSetup, saveTestCard, testCards } from '@/lib/billing/lab';
import { id } from '../../../_id';
import { requirePermission } from '../../../_session';
import { limitOf } from '../../_limit';

const isBehaviour = (value: string): value is CardBehaviour => testCards.some(({ behaviour }) => behaviour === value);

const request = z.object({
  id,
  action: z.enum(['save', 'leave']),
  behaviour: z.string().refine(isBehaviour),
});

export interface SetupState {
  error: string | null;
}

/** Saves the chosen test card, then goes back to the shop, as a provider's page would. */
export async function actOnSetup(_before: SetupState, form: FormData): Promise<SetupState> {
  const { teamId } = await requirePermission('billing.manage');
  const parsed = request.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { error: 'Choose one of the cards.' };
  const { id, action, behaviour } = parsed.data;
  const setup = await getCardSetup({ teamId, id });
  if (!setup) notFound();
  if (action === 'leave') {
    await leaveCardSetup({ teamId, id });
    redirect(setup.cancelPath);
  }
  const httpStatus = await saveTestCard({ teamId, id, behaviour }).catch(asLimit);
  if (typeof httpStatus === 'string') return { error: httpStatus };
  if (httpStatus === 200) redirect(setup.successPath);
  const answered = httpStatus === 0 ? 'did not answer' : `answered ${httpStatus}`;
  return { error: `The card is saved, but the webhook endpoint ${answered}. Save it again to tell it once more.` };
}

function asLimit(error: unknown): string {
  const limit = error instanceof BillingError ? limitOf(error) : null;
  if (limit === null) throw error;
  return limit;
}
