import { eq } from 'drizzle-orm';
import type { Transaction } from '@/db/client';
import { teams } from '@/db/schema';
import { BillingError } from '../errors';
import { lockKeys } from '../webhooks/locks';
import { planForcedTaking } from './balance';
import { lapse } from './expire';
import { type Cause, grantLot, type LockedCredits, lockCredits, type Moved, moveCredits } from './ledger';
import { checkCredits, checkIdempotencyKey, planAvailable } from './spend';

export interface AdjustRequest {
  teamId: string;
  /** Whole; above zero they are granted, below zero taken. */
  credits: number;
  idempotencyKey: string;
  mayGoBelowZero: boolean;
  reason: string;
  actor: string;
}

export interface Adjusted extends Moved {
  /** The key had been used for the same before: nothing moved now. */
  duplicate: boolean;
}

/**
 * Moves a balance by a person's word, once per key: a grant is a lot of its own that does not end, a taking takes what
 * is available. Throws `unknown_team`, `invalid_credits`, `invalid_idempotency_key`, `idempotency_key_reused`,
 * `insufficient_credits`.
 */
export async function adjust(tx: Transaction, at: Date, request: AdjustRequest): Promise<Adjusted> {
  const { teamId, credits, reason, actor } = request;
  checkCredits(Math.abs(credits));
  checkIdempotencyKey(request.idempotencyKey);
  const [team] = await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId));
  if (!team) throw BillingError.unknownTeam(teamId);
  const idempotencyKey = `manual:${request.idempotencyKey}`;
  // A team without a balance has no row to lock.
  await lockKeys(tx, [`${teamId}:${idempotencyKey}`]);
  const locked = await lockCredits(tx, teamId, idempotencyKey);
  if (locked.earlier) return repeated(locked.earlier, request);
  const kind = credits > 0 ? 'grant' : 'correction';
  const cause: Cause = { teamId, idempotencyKey, kind, reason, ref: null, actor, at };
  const lot = {
    credits,
    sourceType: 'manual',
    sourceKey: `${teamId}:${request.idempotencyKey}`,
    expiresAt: null,
  } as const;
  const moved = credits > 0 ? await grantLot(tx, lot, cause) : await take(tx, { locked, request, cause });
  return { ...moved, duplicate: false };
}

async function take(
  tx: Transaction,
  { locked, request, cause }: { locked: LockedCredits; request: AdjustRequest; cause: Cause },
): Promise<Moved> {
  const { teamId, mayGoBelowZero } = request;
  const credits = -request.credits;
  const current = await lapse(tx, { teamId, at: cause.at, locked });
  const takings = mayGoBelowZero
    ? planForcedTaking(current.lots, credits, [])
    : planAvailable(current, teamId, credits);
  const lots = takings.map(({ lotId, credits: taken }) => ({ lotId, remaining: -taken, held: 0 }));
  return moveCredits(tx, { delta: -credits, held: 0, lots }, cause);
}

function repeated(earlier: { id: string; delta: number; balanceAfter: number }, request: AdjustRequest): Adjusted {
  if (earlier.delta !== request.credits) throw BillingError.idempotencyKeyReused(request.idempotencyKey);
  return { entryId: earlier.id, balanceAfter: earlier.balanceAfter, duplicate: true };
}
