import { z } from 'zod';
import type { Buyer } from '../../events';
import { id, metadata, optionalReference, reference } from './fields';

/** What every invoice is read for. https://docs.stripe.com/api/invoices/object */
export const invoice = z.object({
  id,
  customer: optionalReference,
  parent: z.object({ subscription_details: z.object({ subscription: reference, metadata }).nullish() }).nullish(),
  /** Both at the top before API 2025-03-31. */
  subscription: optionalReference,
  subscription_details: z.object({ metadata }).nullish(),
});

type Invoice = z.infer<typeof invoice>;

/** Null: not the invoice of a subscription. */
export function subscriptionOf(object: Invoice): string | null {
  return object.parent?.subscription_details?.subscription ?? object.subscription;
}

/** The subscription's metadata as it was when the invoice was finalized. */
export function buyerOf(object: Invoice): Buyer {
  const told = object.parent?.subscription_details?.metadata ?? object.subscription_details?.metadata;
  return {
    checkoutId: told?.checkoutId ?? null,
    providerCheckoutId: null,
    providerCustomerId: object.customer,
    providerSubscriptionId: subscriptionOf(object),
    claimedTeamId: told?.teamId ?? null,
  };
}
