'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import { BillingError, type BillingErrorCode, startCheckout } from '@/lib/billing';
import { requireSession } from '../_session';

const order = z.object({
  item: z.string().min(1).max(100),
  quantity: z.coerce.number().int().min(1).max(100).default(1),
});

export interface BuyState {
  error: string | null;
}

/** Starts a purchase for the session's team and goes to the provider's page. Returns why it could not. */
export async function buyPack(_before: BuyState, form: FormData): Promise<BuyState> {
  const { teamId, userId } = await requireSession();
  const parsed = order.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { error: 'Choose a pack and a quantity from 1 to 100.' };
  const started = await startCheckout({ teamId, userId, ...parsed.data }).catch(asReason);
  if ('error' in started) return started;
  redirect(pageOf(started.url));
}

/** Our own hosted page is opened on the address that the visitor came by, which a tunnel may have changed. */
function pageOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith('/sandbox/checkout/') ? pathname : url;
}

const reasons: Partial<Record<BillingErrorCode, string>> = {
  unknown_item: 'This pack is no longer sold. Reload the page to see what is.',
  item_not_for_sale: 'The provider has no price for this pack yet. Nothing was charged.',
  checkout_unavailable: 'No provider can take a payment right now. Nothing was charged; try again in a minute.',
};

function asReason(error: unknown): { error: string } {
  if (!(error instanceof BillingError)) throw error;
  return { error: reasons[error.code] ?? 'This purchase could not be started. Nothing was charged.' };
}
