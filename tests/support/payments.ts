import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { createIntent, createTeam } from './billing';
import { changeFixture } from './fixtures';
import { type PurchaseStory, stripePurchase } from './purchases';

/** A Stripe payment of a pack by a team that is known, and everything that Stripe may tell about it. */
export interface Payment extends PurchaseStory {
  teamId: string;
  /** Opened, won or lost, as Stripe's dispute says it. */
  disputed(status: 'needs_response' | 'won' | 'lost'): Uint8Array;
  /** What Stripe sends beside the session; neither of them pays. */
  announced(): Uint8Array[];
}

export async function createPayment(database: Database, options: { teamId?: string } = {}): Promise<Payment> {
  const teamId = await createTeam(database, options.teamId);
  const checkoutId = await createIntent(database, { teamId, provider: 'stripe' });
  const story = stripePurchase({ checkoutId });
  const { paymentId, customerId } = story;
  const event = (changes: Readonly<Record<string, unknown>>) => ({ id: `evt_${randomUUID()}`, ...changes });
  return {
    ...story,
    teamId,
    disputed: (status) =>
      changeFixture(
        'stripe',
        disputeFixtures[status],
        event({ 'data.object.id': `du_${paymentId}`, 'data.object.payment_intent': paymentId }),
      ),
    announced: () => [
      changeFixture('stripe', 'charge.succeeded', event({ 'data.object.payment_intent': paymentId })),
      changeFixture(
        'stripe',
        'payment_intent.succeeded',
        event({ 'data.object.id': paymentId, 'data.object.customer': customerId }),
      ),
    ],
  };
}

const disputeFixtures = {
  needs_response: 'charge.dispute.created',
  won: 'charge.dispute.closed.won',
  lost: 'charge.dispute.closed.lost',
};
