'use server';

import { refresh } from 'next/cache';
import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import {
  BillingError,
  type BillingErrorCode,
  cancelOwnSubscription,
  changeOwnPlan,
  resumeOwnSubscription,
  startCardSetup,
} from '@/lib/billing';
import { id } from '../../_id';
import { ownPath } from '../../_own-path';
import { requirePermission } from '../../_session';

export interface RenewalState {
  /** What came of it, in one sentence. */
  done: string | null;
  error: string | null;
}

const choice = z.object({ item: id, quantity: z.coerce.number().int().min(1).max(100).default(1) });

/** Opens the provider's page for saving a card: to subscribe to a plan, or to be charged instead of the one before. */
export async function saveCard(_before: RenewalState, form: FormData): Promise<RenewalState> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const wanted = choice.safeParse(Object.fromEntries(form));
  const purpose = wanted.success
    ? { kind: 'subscribe' as const, item: wanted.data.item, quantity: wanted.data.quantity }
    : { kind: 'replace' as const };
  const started = await startCardSetup({ teamId, userId, purpose }).catch(asReason);
  if ('error' in started) return started;
  redirect(ownPath(started.url));
}

/** Ends the subscription, now or when what is paid for ends. */
export async function cancelRenewal(_before: RenewalState, form: FormData): Promise<RenewalState> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const parsed = z
    .object({ subscriptionId: id, mode: z.enum(['period_end', 'now']) })
    .safeParse(Object.fromEntries(form));
  if (!parsed.success) return { done: null, error: 'Choose when it ends.' };
  const done = parsed.data.mode === 'now' ? 'It has ended.' : 'It ends with the period, and is not charged again.';
  return settled(cancelOwnSubscription({ teamId, userId, ...parsed.data }), done);
}

/** Takes a cancellation back, as long as the period runs. */
export async function resumeRenewal(_before: RenewalState, form: FormData): Promise<RenewalState> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const parsed = z.object({ subscriptionId: id }).safeParse(Object.fromEntries(form));
  if (!parsed.success) return { done: null, error: 'Choose a subscription.' };
  return settled(resumeOwnSubscription({ teamId, userId, ...parsed.data }), 'It renews again, on the same days.');
}

/** Changes what the next cycle is charged for. */
export async function changeRenewalPlan(_before: RenewalState, form: FormData): Promise<RenewalState> {
  const { teamId, userId } = await requirePermission('billing.manage');
  const parsed = choice.extend({ subscriptionId: id }).safeParse(Object.fromEntries(form));
  if (!parsed.success) return { done: null, error: 'Choose a plan, and a quantity from 1 to 100.' };
  return settled(changeOwnPlan({ teamId, userId, ...parsed.data }), 'The next cycle is charged for that.');
}

async function settled(work: Promise<unknown>, done: string): Promise<RenewalState> {
  const state = await work.then(() => ({ done, error: null }), asReason);
  refresh();
  return state;
}

const reasons: Partial<Record<BillingErrorCode, string>> = {
  already_subscribed: 'Your team has a subscription. Change its plan instead of starting a second one.',
  no_payment_method: 'There is no saved card. Save one first.',
  card_setup_unavailable: 'No card can be saved right now. Nothing was charged; try again in a minute.',
  not_renewed_here: 'This subscription is renewed by its provider. Change it there.',
  subscription_action_unavailable: 'It no longer stands so that this can be done. Reload the page.',
};

function asReason(error: unknown): RenewalState {
  if (!(error instanceof BillingError)) throw error;
  if (error.code === 'subscription_not_found') notFound();
  return { done: null, error: reasons[error.code] ?? 'That could not be done. Nothing was charged.' };
}
