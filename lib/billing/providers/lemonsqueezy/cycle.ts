import { z } from 'zod';
import type { AskedCycle } from '../../events';
import { id, instant } from '../fields';

const fetchedSubscription = z.object({
  askedAt: instant,
  subscription: z.object({
    attributes: z.object({
      status: z.string(),
      variant_id: id,
      first_subscription_item: z.object({ quantity: z.number().int().nonnegative().nullish() }).nullish(),
      billing_anchor: z.number().int().min(1).max(31).nullish().catch(null),
      renews_at: instant.nullish(),
      ends_at: instant.nullish(),
    }),
  }),
});

/**
 * How the cycles of an invoice's subscription run, from what was fetched. Null where nothing was, or while a payment is
 * outstanding: then `renews_at` is the next attempt.
 */
export function readCycle(fetched: unknown): AskedCycle | null {
  const read = fetchedSubscription.safeParse(fetched);
  if (!read.success) return null;
  const { askedAt, subscription } = read.data;
  const { status, variant_id, first_subscription_item, billing_anchor, renews_at, ends_at } = subscription.attributes;
  if (status === 'past_due' || status === 'unpaid') return null;
  const end = status === 'cancelled' || status === 'expired' ? (ends_at ?? renews_at) : renews_at;
  if (!end) return null;
  const items = [{ providerPriceId: variant_id, quantity: first_subscription_item?.quantity ?? 1 }];
  return { askedAt, end, anchorDay: billing_anchor ?? null, items };
}
