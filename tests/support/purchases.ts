import { randomUUID } from 'node:crypto';
import type { ProviderName } from '@/lib/billing/events';
import { changeFixture } from './fixtures';

/** One payment of a pack, with bodies that tell its story through a provider's own payloads. */
export interface PurchaseStory {
  provider: ProviderName;
  checkoutId: string | null;
  /** The business key under which it counts once. */
  purchaseKey: string;
  paymentId: string;
  customerId: string;
  /** Paid; a new event id each time unless one is given. */
  paid(changes?: Readonly<Record<string, unknown>>): Uint8Array;
  /** One refund by its own id, succeeded. */
  refunded(refundId: string, amountMinor: number): Uint8Array;
  /** The provider's running total of what was refunded. */
  refundedInAll(amountMinor: number): Uint8Array;
}

/** A payment of 49.00 USD for the pack of 1,000 credits through Stripe. */
export function stripePurchase(options: {
  checkoutId: string | null;
  teamId?: string | null;
  seed?: string;
}): PurchaseStory {
  const seed = options.seed ?? randomUUID().replaceAll('-', '');
  const [purchaseKey, paymentId, chargeId, customerId] = [`cs_${seed}`, `pi_${seed}`, `ch_${seed}`, `cus_${seed}`];
  const metadata = {
    ...(options.teamId === null || options.teamId === undefined ? {} : { team_id: options.teamId }),
    ...(options.checkoutId === null ? {} : { checkout_id: options.checkoutId }),
  };
  const eventId = () => `evt_${randomUUID()}`;
  return {
    provider: 'stripe',
    checkoutId: options.checkoutId,
    purchaseKey,
    paymentId,
    customerId,
    paid: (changes = {}) =>
      changeFixture('stripe', 'checkout.session.completed.payment', {
        id: eventId(),
        'data.object.id': purchaseKey,
        'data.object.payment_intent': paymentId,
        'data.object.customer': customerId,
        'data.object.client_reference_id': null,
        'data.object.metadata': metadata,
        ...changes,
      }),
    refunded: (refundId, amountMinor) =>
      changeFixture('stripe', 'refund.created.partial', {
        id: eventId(),
        'data.object.id': refundId,
        'data.object.payment_intent': paymentId,
        'data.object.charge': chargeId,
        'data.object.amount': amountMinor,
      }),
    refundedInAll: (amountMinor) =>
      changeFixture('stripe', 'charge.refunded.partial', {
        id: eventId(),
        'data.object.id': chargeId,
        'data.object.payment_intent': paymentId,
        'data.object.amount_refunded': amountMinor,
      }),
  };
}
