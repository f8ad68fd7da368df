import { getProvider } from '@/lib/billing/providers/registry';
import { stripePurchase } from '@/tests/support/purchases';

/** The deliveries of one series are numbered; the same number is the same event, byte for byte. */
export interface Numbered {
  series: string;
  index: number;
  /** Null: each has a customer of its own. */
  customerId: string | null;
  at: Date;
}

export interface SignedDelivery {
  rawBody: Uint8Array;
  headers: Record<string, string>;
}

export const checkoutIdOf = (series: string, index: number) => `chk_${series}_${index}`;

/** Stripe's `checkout.session.completed` for the pack of 1,000 credits, as long as a real one, signed at `at`. */
export function signedDelivery({ series, index, customerId, at }: Numbered): SignedDelivery {
  const purchase = stripePurchase({ checkoutId: checkoutIdOf(series, index), seed: `${series}_${index}` });
  const eventId = `evt_${series}_${index}`;
  const rawBody = purchase.paid({
    id: eventId,
    ...(customerId === null ? {} : { 'data.object.customer': customerId }),
  });
  const secret = process.env.STRIPE_WEBHOOK_SECRET ?? '';
  return { rawBody, headers: getProvider('stripe').sign({ rawBody, secret, at, eventId }) };
}
