import { randomUUID } from 'node:crypto';
import type { Database } from '@/db/client';
import { createIntent } from './billing';
import { changeFixture } from './fixtures';

/** The paid session of a team's own checkout of one pack. */
export async function purchaseOf(database: Database, teamId: string): Promise<Uint8Array> {
  const checkoutId = await createIntent(database, { teamId, provider: 'stripe' });
  return changeFixture('stripe', 'checkout.session.completed.payment', {
    id: `evt_${randomUUID()}`,
    'data.object.id': `cs_${checkoutId}`,
    'data.object.payment_intent': `pi_${checkoutId}`,
    'data.object.customer': null,
    'data.object.client_reference_id': null,
    'data.object.metadata': { checkout_id: checkoutId },
  });
}
