'use server';

import { redirect } from 'next/navigation';
import { z } from 'zod';
import type { Session } from '@/lib/auth';
import {
  BillingError,
  type BillingErrorCode,
  isRenewedHere,
  listSubscriptions,
  startCardSetup,
  startCheckout,
} from '@/lib/billing';
import { isLive } from '../_components/subscription-links';
import { ownPath } from '../_own-path';
import { findSession, openDemoTeam, requirePermission } from '../_session';

const order = z.object({
  item: z.string().min(1).max(100),
  quantity: z.coerce.number().int().min(1).max(100).default(1),
});

export interface BuyState {
  error: string | null;
  /** A page of ours that has to be loaded as a whole: it may talk to a provider, which this one may not. */
  load?: string;
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

async function start(session: Session, { item, quantity }: z.infer<typeof order>): Promise<BuyState> {
  const { teamId, userId } = session;
  const started = isRenewedHere(item)
    ? await startOwn(session, { item, quantity })
    : await startCheckout({ teamId, userId, item, quantity }).catch(asReason);
  if ('error' in started) return started;
  const page = new URL(started.url);
  if (page.pathname === '/pay') return { error: null, load: `${page.pathname}${page.search}` };
  redirect(ownPath(started.url));
}

/** A plan that we renew begins with a saved card. */
async function startOwn({ teamId, userId }: Session, wanted: z.infer<typeof order>) {
  if ((await listSubscriptions(teamId)).some(isLive)) return { error: reasons.live_subscription ?? '' };
  return startCardSetup({ teamId, userId, purpose: { kind: 'subscribe', ...wanted } }).catch(asReason);
}

const reasons: Partial<Record<BillingErrorCode, string>> = {
  unknown_item: 'This is no longer sold. Reload the page to see what is.',
  item_not_for_sale: 'The provider has no price for this yet. Nothing was charged.',
  live_subscription: 'Your team has a subscription. Change its plan instead of starting a second one.',
  checkout_in_progress: 'A payment for a plan is on its way already. Wait until it is settled; that can take a minute.',
  provider_unavailable: 'The payment provider does not answer right now. Nothing was charged; try again in a minute.',
  provider_refused: 'The payment provider refused to open its page. Nothing was charged; please tell support.',
  card_setup_unavailable: 'No card can be saved right now. Nothing was charged; try again in a minute.',
  checkout_unavailable: 'No provider can take a payment right now. Nothing was charged; try again in a minute.',
};

function asReason(error: unknown): { error: string } {
  if (!(error instanceof BillingError)) throw error;
  return { error: reasons[error.code] ?? 'This purchase could not be started. Nothing was charged.' };
}
