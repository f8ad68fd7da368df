'use server';

import { notFound, redirect } from 'next/navigation';
import { z } from 'zod';
import { BillingError } from '@/lib/billing';
import { actOnHostedCheckout, getHostedCheckout } from '@/lib/billing/lab';
import { requireSession } from '../../../_session';

const act = z.object({
  id: z.string().min(1).max(200),
  action: z.enum(['pay', 'decline', 'pay_later', 'settle', 'abandon']),
  code: z
    .string()
    .trim()
    .toUpperCase()
    .optional()
    .transform((code) => code || undefined)
    .pipe(z.literal('FREE').optional()),
});

export interface HostedState {
  error: string | null;
}

/** Does what the buyer chose on the hosted page, then goes back to the shop, as a provider's page would. */
export async function actOnCheckout(_before: HostedState, form: FormData): Promise<HostedState> {
  const { teamId } = await requireSession();
  const parsed = act.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { error: 'This code is not valid. The sandbox knows one: FREE.' };
  const { id, action, code } = parsed.data;
  const checkout = await getHostedCheckout(id);
  if (!checkout || checkout.teamId !== teamId) notFound();
  const refused = await actOnHostedCheckout({ providerCheckoutId: id, action, promotionCode: code }).then(
    () => null,
    asReason,
  );
  if (refused) return refused;
  redirect(`/checkout/return?${new URLSearchParams({ checkout: checkout.checkoutId, page: id })}`);
}

function asReason(error: unknown): HostedState {
  if (!(error instanceof BillingError)) throw error;
  return { error: 'This checkout is already settled. Go back to the shop to see how it ended.' };
}
