import type { BillingContext } from '../context';
import { emptyBodies } from '../webhooks/inbox';

const atOnce = 200;

/**
 * Empties what providers sent about a team: names, addresses, cards. Events that are not settled keep theirs, because
 * they cannot be applied without. What was paid, and for what, stays. Returns how many were emptied.
 */
export async function forgetTeam({ database }: Pick<BillingContext, 'database'>, teamId: string): Promise<number> {
  let emptied = 0;
  for (;;) {
    const count = await emptyBodies(database, { teamId, limit: atOnce });
    emptied += count;
    if (count < atOnce) return emptied;
  }
}
