'use server';

import { refresh } from 'next/cache';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { actOnSubscription } from '@/lib/billing/lab';
import { id } from '../../../_id';
import { requirePermission } from '../../../_session';

const request = z.object({
  sandboxSubscriptionId: id,
  action: z.enum([
    'change_plan',
    'cancel_at_period_end',
    'resume',
    'cancel_now',
    'fail_next_card',
    'fix_card',
    'pause',
    'unpause',
  ]),
  item: z.string().min(1).max(100).optional(),
  quantity: z.coerce.number().int().min(1).max(100).optional(),
});

export interface PortalState {
  /** What came of it, in one sentence. */
  done: string | null;
  error: string | null;
}

/** Does what a customer does on a provider's page, to a sandbox subscription of the session's team. */
export async function actInPortal(_before: PortalState, form: FormData): Promise<PortalState> {
  const { teamId } = await requirePermission('billing.manage');
  const parsed = request.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { done: null, error: 'Choose one of the actions, and a quantity from 1 to 100.' };
  const state = await actOnSubscription({ teamId, ...parsed.data }).then(
    ({ sentence }) => ({ done: sentence, error: null }),
    asReason,
  );
  refresh();
  return state;
}

function asReason(error: unknown): PortalState {
  if (!(error instanceof BillingError)) throw error;
  if (error.code === 'subscription_not_found') notFound();
  if (error.details.action === 'change to the same plan')
    return { done: null, error: 'This is the plan and the quantity that you have.' };
  return { done: null, error: error.message };
}
