import type { Transaction } from '@/db/client';
import { resolveBuyer } from '../customers/resolve';
import type { BillingEvent } from '../events';
import type { Applying } from './outcome';

/**
 * The team that a failed attempt was for, as far as it is known, so that the events of a team that is busy can be told
 * from the others. Only reads, and takes no lock.
 */
export async function findAffectedTeam(
  tx: Transaction,
  applying: Pick<Applying, 'provider' | 'assignedTeamId'>,
  events: readonly BillingEvent[],
): Promise<string | null> {
  for (const event of events) {
    if (!('buyer' in event)) continue;
    const identity = await resolveBuyer(tx, applying, event.buyer);
    if (identity.kind === 'known') return identity.teamId;
  }
  return null;
}
