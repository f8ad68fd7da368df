'use server';

import { refresh } from 'next/cache';
import { notFound } from 'next/navigation';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { actOnSubscription, deliveryOrders, subscriptionActions } from '@/lib/billing/lab';
import { id } from '../../../_id';
import { requirePermission } from '../../../_session';
import type { LabState } from '../actions';

const request = z.object({
  sandboxSubscriptionId: id,
  /** An action; of a change of plan, with the plan behind it: `change_plan pro_yearly`. */
  action: z
    .string()
    .max(200)
    .transform((told) => told.split(' '))
    .pipe(z.tuple([z.enum(subscriptionActions)], z.string())),
  delivery: z.enum(deliveryOrders).default('in_order'),
});

/** Does something to a sandbox subscription of the session's team; the page then shows what its messages moved. */
export async function runSubscriptionAction(_before: LabState, form: FormData): Promise<LabState> {
  const { teamId } = await requirePermission('lab.use');
  const parsed = request.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { runId: null, error: 'Choose a subscription, an order and one of the actions.' };
  const { sandboxSubscriptionId, delivery } = parsed.data;
  const [action, item] = parsed.data.action;
  const result = await actOnSubscription({ teamId, sandboxSubscriptionId, action, delivery, item }).then(
    ({ id }) => ({ runId: id, error: null }),
    asReason,
  );
  refresh();
  return result;
}

function asReason(error: unknown): LabState {
  if (!(error instanceof BillingError)) throw error;
  if (error.code === 'subscription_not_found') notFound();
  return { runId: null, error: error.message };
}
