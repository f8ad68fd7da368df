'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { Session } from '@/lib/auth';
import { BillingError, type BillingErrorCode, listPlans, listSubscriptions, startCheckout } from '@/lib/billing';
import { isLive } from '../_components/subscription-links';
import { findSession, openDemoTeam, requirePermission } from '../_session';

const order = z.object({
  item: z.string().min(1).max(100),
  quantity: z.coerce.number().int().min(1).max(100).default(1),
});

export interface BuyState {
  error: string | null;
}

/** Starts a purchase for the session's team and goes to the provider's page. Returns why it could not. */
export async function buyItem(_before: BuyState, form: FormData): Promise<BuyState> {
  const session = await requirePermission('billing.manage');
  const parsed = order.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { error: 'Choose an item and a quantity from 1 to 100.' };
  return start(session, parsed.data);
}

/** As `buyItem`, from a page that visitors see too: without a session the demo opens first. */
export async function buyFromPricing(_before: BuyState, form: FormData): Promise<BuyState> {
  const parsed = order.safeParse(Object.fromEntries(form));
  if (!parsed.success) return { error: 'Choose an item and a quantity from 1 to 100.' };
  const session = (await findSession()) ? await requirePermission('billing.manage') : await openDemoTeam();
  return start(session, parsed.data);
}

async function start({ teamId, userId }: Session, { item, quantity }: z.infer<typeof order>): Promise<BuyState> {
  if (isPlan(item) && (await listSubscriptions(teamId)).some(isLive))
    return { error: 'Your team has a subscription. Change its plan instead of starting a second one.' };
  const started = await startCheckout({ teamId, userId, item, quantity }).catch(asReason);
  if ('error' in started) return started;
  redirect(pageOf(started.url));
}

/** Our own hosted page is opened on the address that the visitor came by, which a tunnel may have changed. */
function pageOf(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith('/sandbox/checkout/') ? pathname : url;
}

function isPlan(item: string): boolean {
  return listPlans().some((plan) => plan.item === item);
}

const reasons: Partial<Record<BillingErrorCode, string>> = {
  unknown_item: 'This is no longer sold. Reload the page to see what is.',
  item_not_for_sale: 'The provider has no price for this yet. Nothing was charged.',
  checkout_unavailable: 'No provider can take a payment right now. Nothing was charged; try again in a minute.',
};

function asReason(error: unknown): { error: string } {
  if (!(error instanceof BillingError)) throw error;
  return { error: reasons[error.code] ?? 'This purchase could not be started. Nothing was charged.' };
}
