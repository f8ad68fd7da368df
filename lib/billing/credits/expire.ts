import { and, gt, lte, sql } from 'drizzle-orm';
import { uuidv7 } from 'uuidv7';
import type { Transaction } from '@/db/client';
import { creditGrants } from '@/db/schema';
import type { BillingContext } from '../context';
import { boundWaits, lockIdleTeam } from '../waits';
import { type LockedCredits, lockCredits, moveCredits } from './ledger';

/**
 * Lapses every lot whose time is over, up to `limit` teams. What an open hold pins stays until the hold ends, and a team that
 * is busy is left to the next pass. Returns of how many teams lots lapsed.
 */
export async function expireLots(
  context: Pick<BillingContext, 'database' | 'log' | 'waits'>,
  at: Date,
  limit: number,
): Promise<number> {
  const { database, log } = context;
  const due = await database
    .selectDistinct({ teamId: creditGrants.teamId })
    .from(creditGrants)
    .where(
      and(
        gt(creditGrants.remaining, 0),
        lte(creditGrants.expiresAt, at),
        gt(creditGrants.remaining, creditGrants.held),
      ),
    )
    .limit(limit);
  let teams = 0;
  for (const { teamId } of due) {
    try {
      if (await database.transaction((tx) => expireLotsOf(tx, context, { teamId, at }))) teams += 1;
    } catch (error) {
      // One team must not keep the others waiting; its lots stay due.
      log.error({ teamId, error: error instanceof Error ? error.name : 'unknown' }, 'lots not expired');
    }
  }
  return teams;
}

async function expireLotsOf(
  tx: Transaction,
  context: Pick<BillingContext, 'waits'>,
  { teamId, at }: { teamId: string; at: Date },
): Promise<boolean> {
  await boundWaits(tx, context);
  if (!(await lockIdleTeam(tx, teamId))) return false;
  const locked = await lockCredits(tx, teamId, '');
  await lapse(tx, { teamId, at, locked });
  return true;
}

/**
 * Takes what has lapsed from a balance that the caller has locked, and returns how it stands then. Spending does this
 * first, so that nobody spends what is over while the sweep is late.
 */
export async function lapse(
  tx: Transaction,
  { teamId, at, locked }: { teamId: string; at: Date; locked: LockedCredits },
): Promise<LockedCredits> {
  const isOver = ({ expiresAt }: { expiresAt: Date | null }) => expiresAt !== null && expiresAt <= at;
  const over = locked.lots.filter((lot) => isOver(lot) && lot.remaining > lot.held);
  let balance = locked.balance;
  for (const lot of over) {
    const credits = lot.remaining - lot.held;
    const lots = [{ lotId: lot.id, remaining: -credits, held: 0 }];
    // A lot can lapse again when a hold lets go of the rest, so the key is new each time; the lock is the guard.
    const key = `expiry:${lot.id}:${uuidv7()}`;
    const cause = {
      teamId,
      idempotencyKey: key,
      kind: 'expiry',
      reason: 'Credits expired',
      ref: `lot:${lot.id}`,
      actor: 'system',
      at,
    } as const;
    balance = (await moveCredits(tx, { delta: -credits, held: 0, lots }, cause)).balanceAfter;
  }
  const lots = locked.lots.map((lot) => (over.includes(lot) ? { ...lot, remaining: lot.held } : lot));
  return { ...locked, balance, lots };
}

/** Credits of lots that are over but not swept yet. */
export const lapsedCredits = (at: Date) =>
  sql<string>`coalesce((select sum(greatest(lot.remaining - lot.held, 0)) from ${creditGrants} as lot
    where lot.team_id = credits.team_id and lot.remaining > 0 and lot.expires_at <= ${at.toISOString()}::timestamptz), 0)`;
