'use server';

import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { actOnHostedCheckout, getHostedCheckout, type HostedRequest } from '@/lib/billing/lab';
import { id } from '../../../_id';
import { requirePermission } from '../../../_session';
import { limitOf } from '../../_limit';

const request = z.object({
  id,
  action: z.enum(['pay', 'start_trial', 'decline', 'pay_later', 'settle', 'abandon']),
  code: z.string().trim().toUpperCase().max(100).default(''),
});

export interface HostedState {
  error: string | null;
}

/** Does what the buyer chose on the hosted page, then goes back to the shop, as a provider's page would. */
export async function actOnCheckout(_before: HostedState, form: FormData): Promise<HostedState> {
  const { teamId } = await requirePermission('billing.manage');
  const parsed = request.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { error: 'Choose one of the ways in which this can end.' };
  const { id: providerCheckoutId, action, code } = parsed.data;
  const checkout = await getHostedCheckout(providerCheckoutId);
  if (!checkout || checkout.teamId !== teamId) notFound();
  const isCoded = action === 'pay' && code !== '';
  if (isCoded && code !== 'FREE') return { error: `There is no code ${code}. The sandbox knows one: FREE.` };
  const error = await act({ providerCheckoutId, action, promotionCode: isCoded ? 'FREE' : undefined });
  if (error) return { error };
  redirect(`/checkout/return?${new URLSearchParams({ checkout: checkout.checkoutId, page: providerCheckoutId })}`);
}

/** Null when the endpoint took the message in; else why nothing came of it. */
async function act(hosted: HostedRequest): Promise<string | null> {
  try {
    const { httpStatus } = await actOnHostedCheckout(hosted);
    if (httpStatus === 200) return null;
    return `The webhook endpoint ${httpStatus === null || httpStatus === 0 ? 'did not answer' : `answered ${httpStatus}`}, so nothing was paid. Try again.`;
  } catch (error) {
    if (!(error instanceof BillingError)) throw error;
    return limitOf(error) ?? 'This checkout is settled already. Go back to the shop to see how it ended.';
  }
}
